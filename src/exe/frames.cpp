// SPDX-License-Identifier: MIT
#include "exe/frames.h"

#include "base/error.h"
#include "exe/error.h"

#include <nlohmann/json.hpp>

#include <QByteArrayList>

#include <limits>

namespace exedev {

namespace {

constexpr qsizetype longestLine = 1024 * 1024;

[[noreturn]] void refuse(const QString &reason)
{
    throw ProtocolError(QStringLiteral("ssh"), reason);
}

QByteArray decoded(const nlohmann::json &value)
{
    if (!value.is_string())
        refuse(QStringLiteral("output that is no text"));
    const auto &text = value.get_ref<const std::string &>();
    const auto result = QByteArray::fromBase64Encoding(
        QByteArray::fromRawData(text.data(), qsizetype(text.size())),
        QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    // Qt takes a text without its padding.
    if (!result || text.size() % 4 != 0)
        refuse(QStringLiteral("output that is no base64"));
    return result.decoded;
}

int statusOf(const nlohmann::json &value)
{
    if (!value.is_number_integer() || value < 0 || value > std::numeric_limits<int>::max())
        refuse(QStringLiteral("an exit status that is no number"));
    return value.get<int>();
}

Frame frameOf(const QByteArray &line)
{
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
    if (line.trimmed().isEmpty())
        return;
    if (m_exited)
        refuse(QStringLiteral("a frame after the exit status"));
    const Frame frame = frameOf(line);
    m_exited = frame.kind == Frame::Kind::Exit;
    onFrame(frame);
}

} // namespace exedev
