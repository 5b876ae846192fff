// SPDX-License-Identifier: MIT
#include "exe/control.h"

#include "base/httpcall.h"

#include <stdexcept>

namespace exedev::test {

using nlohmann::json;

json Control::send(const QByteArray &verb, const QString &path, const json &body)
{
    sandglass::HttpRequest request;
    request.verb = verb;
    request.url = QUrl(m_baseUrl.toString(QUrl::StripTrailingSlash) + path);
    request.deadline = QDeadlineTimer(30000);
    if (!body.is_null()) {
        request.body = QByteArray::fromStdString(body.dump());
        request.headers.emplaceBack("Content-Type", "application/json");
    }
    const sandglass::HttpReply reply = sandglass::HttpCall::send(request, {});
    if (reply.status != 200)
        throw std::runtime_error("control call: " + reply.body.toStdString());
    return json::parse(reply.body.toStdString());
}

void Control::fault(const json &kind, const char *op, json more)
{
    more["kind"] = kind;
    more["op"] = op;
    send("POST", text("/_fault"), more);
}

void Control::clear()
{
    send("POST", text("/_fault"), {{"clear", true}});
    send("DELETE", text("/_log"));
}

void Control::reset()
{
    send("POST", text("/_reset"));
}

void Control::addToken(const QByteArray &spec)
{
    send("POST", text("/_token"), {{"spec", spec.toStdString()}});
}

std::vector<json> Control::log(const std::string &op)
{
    std::vector<json> found;
    for (const json &entry : send("GET", text("/_log"))) {
        if (op.empty() || entry["op"] == op)
            found.push_back(entry);
    }
    return found;
}

json Control::state()
{
    return send("GET", text("/_state"));
}

void Control::act(const QString &vm, const char *action)
{
    send("POST", text("/_vm"), {{"name", vm.toStdString()}, {"action", action}});
}

} // namespace exedev::test
