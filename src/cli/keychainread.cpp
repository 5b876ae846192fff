// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/keychainread.h"

#include <QEventLoop>

#include <optional>

namespace sandglass::cli {

Keychain::Result readKeychain(const QString &key)
{
    QEventLoop loop;
    std::optional<Keychain::Result> result;
    Keychain keychain;
    keychain.read(key, [&](const Keychain::Result &read) {
        result = read;
        loop.quit();
    });
    if (!result)
        loop.exec();
    return *result;
}

} // namespace sandglass::cli
