// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace sandglass {

/// A file that goes with a question.
struct AttachedFile
{
    QString name;    ///< in the work folder
    qint64 size = 0; ///< bytes
    QString hint;    ///< what is known of its contents, e.g. "delimiter ';'"; may be empty

    friend bool operator==(const AttachedFile &, const AttachedFile &) = default;
};

/// A person's message as a model is given it: what was asked, then the list of attached files.
struct Question
{
    QString text;
    QList<AttachedFile> files;
};

/// The message text that says both.
QString questionText(const QString &text, const QList<AttachedFile> &files);

/// The reverse of questionText(); notes that the tool loop put before it are taken off.
Question parseQuestion(const QString &message);

} // namespace sandglass
