// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace sandglass {

/// What the comment of a VM at exe.dev says about its use, which is how VMs are found again. Pure.
struct VmComment
{
    enum class Kind {
        Other,   ///< none of ours
        Sandbox, ///< of a conversation
        Base,    ///< what sandboxes are copied from
        NewBase, ///< one that is being made
        Relay,   ///< what the language model is asked through
    };

    Kind kind = Kind::Other;
    QString conversation; ///< of a sandbox
    QString install;      ///< the data folder that made it; empty where another program did
    QString digest;       ///< of a base: what is installed in it; empty where the recipe made it
    bool isKept = false;  ///< a person said that it is never to be deleted

    static VmComment fromText(const QString &comment);
    QString toText() const; ///< at most 200 bytes as long as the parts are ids

    friend bool operator==(const VmComment &, const VmComment &) = default;
};

/// What a base with these packages is called in its comment.
QString baseDigest(const QStringList &packages);

} // namespace sandglass
