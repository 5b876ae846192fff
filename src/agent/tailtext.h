// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace sandglass {

/// The last characters of what a terminal would show: colours are taken out, and what progress bars
/// overwrite (\r, \b, erase line, cursor up) is gone. Memory and the work of one write are bounded
/// by `maxLength`, not by what is written. A value; any thread.
class TailText
{
public:
    explicit TailText(qsizetype maxLength);

    void write(const QByteArray &utf8);
    /// Ends the current line where it has begun.
    void startLine();
    void clear();

    /// At most `maxLength` characters.
    QString text() const;
    /// How many characters of the whole are not in text().
    qint64 dropped() const;

private:
    enum class State { Ground, Escape, Csi, String, StringEscape };

    void put(QChar c);
    void control(QChar c);
    void print(QStringView text);
    void lineFeed();
    void csi(QChar final);
    void eraseInLine(int mode);
    void commit();
    QString whole() const;

    qsizetype m_maxLength;
    QString m_tail;      // lines that nothing can overwrite any more
    QStringList m_lines; // the last ones, in which the cursor moves
    qsizetype m_row = 0;
    qsizetype m_column = 0;
    qint64 m_dropped = 0;
    State m_state = State::Ground;
    QString m_parameters;
};

} // namespace sandglass
