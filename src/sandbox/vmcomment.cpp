// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/vmcomment.h"

#include "sandbox/vmsetup.h"

#include <QCryptographicHash>

#include <array>

namespace sandglass {

namespace {

struct Word
{
    VmComment::Kind kind;
    QLatin1String word;
};

const std::array<Word, 4> words{{
    {VmComment::Kind::Sandbox, QLatin1String("code-interpreter")},
    {VmComment::Kind::Base, QLatin1String("code-interpreter-base")},
    {VmComment::Kind::NewBase, QLatin1String("code-interpreter-new")},
    {VmComment::Kind::Relay, QLatin1String("code-interpreter-relay")},
}};

const QLatin1String kept("keep");

} // namespace

VmComment VmComment::fromText(const QString &text)
{
    VmComment comment;
    const QStringList parts = text.split(u' ', Qt::SkipEmptyParts);
    for (const Word &word : words) {
        if (!parts.isEmpty() && parts.first() == word.word)
            comment.kind = word.kind;
    }
    if (comment.kind == Kind::Other)
        return comment;
    for (const QString &part : parts.mid(1)) {
        if (part.startsWith(QLatin1String("c=")))
            comment.conversation = part.mid(2);
        else if (part.startsWith(QLatin1String("i=")))
            comment.install = part.mid(2);
        else if (part.startsWith(QLatin1String("d=")))
            comment.digest = part.mid(2);
        else if (part == kept)
            comment.isKept = true;
    }
    return comment;
}

QString VmComment::toText() const
{
    QString text;
    for (const Word &word : words) {
        if (kind == word.kind)
            text = word.word;
    }
    if (!conversation.isEmpty())
        text += QLatin1String(" c=") + conversation;
    if (!install.isEmpty())
        text += QLatin1String(" i=") + install;
    if (!digest.isEmpty())
        text += QLatin1String(" d=") + digest;
    if (isKept)
        text += u' ' + kept;
    return text;
}

QString baseDigest(const QStringList &packages)
{
    QStringList sorted = packages;
    sorted.sort();
    const QByteArray all = sorted.join(u'\n').toUtf8() + '\0' + vmSetupScript;
    return QString::fromLatin1(
        QCryptographicHash::hash(all, QCryptographicHash::Sha256).toHex().left(16));
}

} // namespace sandglass
