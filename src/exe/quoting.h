// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayList>

namespace exedev {

/// `word` so that a POSIX shell, and exe.dev's own parser, read it as exactly these bytes. Pure.
QByteArray quoted(const QByteArray &word);

/// The words quoted one by one, with a blank between them. Pure.
QByteArray quotedWords(const QByteArrayList &words);

} // namespace exedev
