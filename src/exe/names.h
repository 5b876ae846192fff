// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

namespace exedev {

// What the service takes as a name, matched over the whole text. Pure.

bool isVmName(const QString &text);
bool isProcessName(const QString &text);
bool isVariableName(const QString &text);

/// TERM, SIGTERM or a number from 1 to 127.
bool isSignal(const QString &text);

/// A token as far as it can be told by looking: printable ASCII without white space, not empty.
bool isToken(const QByteArray &text);

/// Throw InvalidArgumentError where the name can't be right.
void requireVmName(const QString &text);
void requireProcessName(const QString &text);
void requireVariableName(const QString &text);

/// A name nobody else uses: `prefix` and 64 random bits in hexadecimal. Any thread.
QString uniqueName(const QString &prefix);

} // namespace exedev
