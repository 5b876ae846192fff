// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringDecoder>

#include <functional>

namespace exedev {

/// Makes lines of one output of a command from bytes cut anywhere: UTF-8 with U+FFFD for what is
/// none, split at LF, a CR before it dropped, pieces of at most 65536 characters. Pure.
class OutputLines
{
public:
    using OnLine = std::function<void(const QString &)>;

    explicit OutputLines(OnLine onLine);

    void feed(const QByteArray &bytes);

    /// Delivers a last line without an end.
    void finish();

private:
    void take(const QString &text);
    void deliver(QString line);

    OnLine m_onLine;
    QStringDecoder m_decoder{QStringDecoder::Utf8};
    QString m_rest;
};

} // namespace exedev
