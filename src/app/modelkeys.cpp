// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modelkeys.h"

#include "base/log.h"

namespace sandglass {

using Kind = Keychain::Result::Kind;

ModelKeys::ModelKeys(std::chrono::milliseconds timeLimit, QObject *parent)
    : QObject(parent)
    , m_keychain(timeLimit)
{}

Secret ModelKeys::key(const QUrl &baseUrl) const
{
    const auto found = m_keys.find(Keychain::modelKey(baseUrl));
    return found == m_keys.end() ? Secret() : found->second;
}

void ModelKeys::use(const QUrl &baseUrl, const Secret &key)
{
    hideInLogs(key);
    const QString name = Keychain::modelKey(baseUrl);
    m_keys[name] = key;
    m_asked.insert(name); // what is in use now is newer than what a keychain has
    Q_EMIT changed(baseUrl);
}

void ModelKeys::keep(const QUrl &baseUrl, const Secret &key)
{
    use(baseUrl, key);
    m_keychain.write(
        Keychain::modelKey(baseUrl), key, [this, baseUrl](const Keychain::Result &result) {
            if (result.kind == Kind::Done) {
                m_isGood = true;
                Q_EMIT changed(baseUrl);
            } else {
                tell(result.kind,
                     tr("The key for %1 works until the program ends and was not saved: %2")
                         .arg(baseUrl.host(), result.text));
            }
        });
}

void ModelKeys::forget(const QUrl &baseUrl)
{
    m_keys.erase(Keychain::modelKey(baseUrl));
    Q_EMIT changed(baseUrl);
    m_keychain.remove(Keychain::modelKey(baseUrl), [this, baseUrl](const Keychain::Result &result) {
        if (result.kind != Kind::Done && result.kind != Kind::NoService)
            tell(result.kind, tr("The key for %1 may still be in the keychain: %2")
                                  .arg(baseUrl.host(), result.text));
    });
}

void ModelKeys::lookUp(const QUrl &baseUrl, bool isExpected)
{
    const QString name = Keychain::modelKey(baseUrl);
    if (m_asked.contains(name))
        return;
    m_asked.insert(name);
    m_keychain.read(name, [this, name, baseUrl, isExpected](const Keychain::Result &result) {
        if (m_keys.contains(name)) // typed meanwhile
            return;
        if (result.kind == Kind::Done) {
            m_isGood = true;
            hideInLogs(result.value);
            m_keys[name] = result.value;
            Q_EMIT changed(baseUrl);
        } else if (isExpected) {
            tell(result.kind, tr("The key for %1 can't be read: %2 Unlock the keychain and start "
                                 "Sandglass again, or type the key in Settings.")
                                  .arg(baseUrl.host(), result.text));
        }
    });
}

void ModelKeys::tell(Kind kind, const QString &text)
{
    qCWarning(lcApp).noquote() << text;
    if (m_told.contains(static_cast<int>(kind)))
        return;
    m_told.insert(static_cast<int>(kind));
    Q_EMIT trouble(text);
}

} // namespace sandglass
