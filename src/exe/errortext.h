// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

namespace exedev {

/// Text from a server or VM made fit for one line of a message: no terminal escapes, control
/// characters or bidi marks, white space as single blanks, at most 200 characters. Pure.
QString oneLine(const QString &text);

/// What a body says went wrong, cleaned by oneLine(): the first document that has only an error,
/// else the first with an error among others, else empty. Pure.
QString errorText(const QByteArray &body);

} // namespace exedev
