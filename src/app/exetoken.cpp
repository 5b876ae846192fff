// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exetoken.h"

#include "base/log.h"

namespace sandglass {

using Kind = Keychain::Result::Kind;

ExeToken::ExeToken(std::chrono::milliseconds timeLimit, QObject *parent)
    : QObject(parent)
    , m_keychain(timeLimit)
{}

void ExeToken::use(const Secret &token)
{
    // One that was pasted often has a line end.
    m_token = Secret(token.exposed().trimmed());
    hideInLogs(m_token);
    m_isAsked = true; // what is in use now is newer than what a keychain has
    Q_EMIT changed();
}

void ExeToken::keep(const Secret &token)
{
    use(token);
    m_keychain.write(Keychain::exeTokenKey(), m_token, [this](const Keychain::Result &result) {
        if (result.kind != Kind::Done)
            tell(result.kind,
                 tr("The token for exe.dev works until the program ends and was not saved: %1")
                     .arg(result.text));
    });
}

void ExeToken::forget()
{
    m_token = Secret();
    m_isAsked = true;
    Q_EMIT changed();
    m_keychain.remove(Keychain::exeTokenKey(), [this](const Keychain::Result &result) {
        if (result.kind != Kind::Done && result.kind != Kind::NoService)
            tell(result.kind,
                 tr("The token for exe.dev may still be in the keychain: %1").arg(result.text));
    });
}

void ExeToken::lookUp(bool isExpected)
{
    if (m_isAsked)
        return;
    m_isAsked = true;
    m_keychain.read(Keychain::exeTokenKey(), [this, isExpected](const Keychain::Result &result) {
        if (!m_token.isEmpty()) // typed meanwhile
            return;
        if (result.kind == Kind::Done) {
            hideInLogs(result.value);
            m_token = result.value;
            Q_EMIT changed();
        } else if (isExpected) {
            tell(result.kind, tr("The token for exe.dev can't be read: %1 Unlock the keychain and "
                                 "start Sandglass again, or paste the token in Settings.")
                                  .arg(result.text));
        }
    });
}

void ExeToken::tell(Kind kind, const QString &text)
{
    qCWarning(lcApp).noquote() << text;
    if (m_told.contains(static_cast<int>(kind)))
        return;
    m_told.insert(static_cast<int>(kind));
    Q_EMIT trouble(text);
}

} // namespace sandglass
