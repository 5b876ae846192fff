// SPDX-License-Identifier: MIT
#include "exe/find.h"

#include "exe/documents.h"
#include "exe/error.h"
#include "exe/names.h"
#include "exe/shapes.h"

namespace exedev {

namespace {

RemoveResult summaryOf(const QByteArray &body)
{
    const auto found = documents(body);
    if (!found)
        throw ProtocolError(QStringLiteral("rm"), QStringLiteral("it is no JSON"));
    return removeResult(*found);
}

} // namespace

VmInfo findVm(Transport &transport, const QString &name, const Call &call)
{
    requireVmName(name);
    for (VmInfo &info : vmsOf(transport.call(CommandLine("ls").word(name), call))) {
        if (info.name == name)
            return std::move(info);
    }
    throw NotFoundError(QStringLiteral("ls"), 404,
                        "{\"error\": \"VM " + name.toUtf8() + " not found\"}");
}

RemoveResult removeVms(Transport &transport, const CommandLine &line, const Call &call)
{
    return summaryOf(transport.body(line, call));
}

void removeVm(Transport &transport, const QString &name, const Call &call)
{
    const QByteArray body = transport.body(CommandLine("rm").word(name), call);
    const RemoveResult result = summaryOf(body);
    if (result.failed.isEmpty() && result.deleted.size() == 1)
        return;
    if (!result.notFound.isEmpty())
        throw NotFoundError(QStringLiteral("rm"), 404, body);
    throw ApiError(QStringLiteral("rm"), 422, body);
}

} // namespace exedev
