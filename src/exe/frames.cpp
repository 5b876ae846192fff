// SPDX-License-Identifier: MIT
#include "exe/frames.h"

#include "base/error.h"
#include "exe/base64.h"
#include "exe/error.h"

#include <nlohmann/json.hpp>

#include <QByteArrayList>

#include <algorithm>
#include <limits>
#include <optional>

namespace exedev {

namespace {

constexpr qsizetype longestLine = qsizetype(1024) * 1024;

[[noreturn]] void refuse(const QString &reason)
{
    throw ProtocolError(QStringLiteral("ssh"), reason);
}

bool isBlank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

QByteArray decoded(const nlohmann::json &value)
{
    if (!value.is_string())
        refuse(QStringLiteral("output that is no text"));
    const auto &text = value.get_ref<const std::string &>();
    const auto bytes = fromBase64(QByteArrayView(text.data(), qsizetype(text.size())));
    if (!bytes)
        refuse(QStringLiteral("output that is no base64"));
    return *bytes;
}

/// Output as servers write it, which is nearly all of a stream, without a JSON parser: base64 has
/// neither quotes nor escapes. Nothing where the line looks otherwise.
std::optional<Frame> plainOutput(const QByteArray &line)
{
    const bool isOut = line.startsWith("{\"stdout\":");
    if ((!isOut && !line.startsWith("{\"stderr\":")) || !line.endsWith("\"}"))
        return std::nullopt;
    const qsizetype begin = line.indexOf('"', 10) + 1;
    const qsizetype size = line.size() - 2 - begin;
    if (begin < 11 || begin > 12 || size < 0 || (begin == 12 && line[10] != ' '))
        return std::nullopt;
    const auto bytes = fromBase64(QByteArrayView(line).sliced(begin, size));
    if (!bytes)
        return std::nullopt;
    Frame frame;
    frame.kind = isOut ? Frame::Kind::Out : Frame::Kind::Err;
    frame.bytes = *bytes;
    return frame;
}

int statusOf(const nlohmann::json &value)
{
    if (!value.is_number_integer() || value < 0 || value > std::numeric_limits<int>::max())
        refuse(QStringLiteral("an exit status that is no number"));
    return value.get<int>();
}

Frame frameOf(const QByteArray &line)
{
    if (const auto output = plainOutput(line))
        return *output;
    const auto json = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
    if (!json.is_object() || json.size() != 1)
        refuse(QStringLiteral("a line that is no frame"));
    const std::string key = json.begin().key();
    const nlohmann::json &value = json.begin().value();
    Frame frame;
    if (key == "stdout" || key == "stderr") {
        frame.kind = key == "stdout" ? Frame::Kind::Out : Frame::Kind::Err;
        frame.bytes = decoded(value);
    } else if (key == "exit_code") {
        frame.kind = Frame::Kind::Exit;
        frame.exitCode = statusOf(value);
    } else if (key == "error" && value.is_string()) {
        frame.kind = Frame::Kind::Error;
        frame.error = QString::fromStdString(value.get_ref<const std::string &>());
    } else {
        refuse(QStringLiteral("a frame of an unknown kind"));
    }
    return frame;
}

} // namespace

FrameReader::FrameReader()
    : m_lines(longestLine)
{}

void FrameReader::feed(const QByteArray &bytes, const OnFrame &onFrame)
{
    QByteArrayList lines;
    bool isTooLong = false;
    try {
        m_lines.feed(bytes, [&](const QByteArray &line) { lines.append(line); });
    } catch (const sandglass::Error &) {
        isTooLong = true;
    }
    // Outside of the try: what onFrame throws is not ours.
    for (const QByteArray &line : lines)
        takeLine(line, onFrame);
    if (isTooLong)
        refuse(QStringLiteral("a line of more than %1 bytes").arg(longestLine));
}

void FrameReader::finish(const OnFrame &onFrame)
{
    takeLine(m_lines.takeRest(), onFrame);
}

void FrameReader::takeLine(const QByteArray &line, const OnFrame &onFrame)
{
    if (std::all_of(line.begin(), line.end(), isBlank))
        return; // a heartbeat
    if (m_exited)
        refuse(QStringLiteral("a frame after the exit status"));
    const Frame frame = frameOf(line);
    m_exited = frame.kind == Frame::Kind::Exit;
    onFrame(frame);
}

} // namespace exedev
