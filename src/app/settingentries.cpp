// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settingentries.h"

#include "base/loopback.h"
#include "exe/names.h"
#include "sandbox/requirement.h"

#include <QHostAddress>
#include <QRegularExpression>

#include <algorithm>

namespace sandglass {

namespace {

constexpr qint64 leastMemory = 128LL << 20;
constexpr int mostPackages = 200;

using Read = std::function<bool(Settings &, const QString &)>;
using Write = std::function<QString(const Settings &)>;

Read bytes(qint64 Settings::*member, qint64 least)
{
    return [member, least](Settings &settings, const QString &text) {
        const std::optional<qint64> size = sizeFromText(text);
        if (!size || *size < least)
            return false;
        settings.*member = *size;
        return true;
    };
}

Read count(int Settings::*member, int least, int most)
{
    return [member, least, most](Settings &settings, const QString &text) {
        bool good = false;
        const int value = text.toInt(&good);
        if (!good || value < least || value > most)
            return false;
        settings.*member = value;
        return true;
    };
}

template <class T>
Write number(T Settings::*member)
{
    return [member](const Settings &settings) {
        return QString::number(settings.*member);
    };
}

Read string(QString Settings::*member)
{
    return [member](Settings &settings, const QString &text) {
        settings.*member = text;
        return true;
    };
}

Write written(QString Settings::*member)
{
    return [member](const Settings &settings) {
        return settings.*member;
    };
}

Read flag(bool Settings::*member)
{
    return [member](Settings &settings, const QString &text) {
        settings.*member = text == QLatin1String("true");
        return settings.*member || text == QLatin1String("false");
    };
}

Write flagText(bool Settings::*member)
{
    return [member](const Settings &settings) {
        return settings.*member ? QStringLiteral("true") : QStringLiteral("false");
    };
}

/// A value of an enum, by its place among `words`.
template <class T>
Read word(T Settings::*member, const QStringList &words)
{
    return [member, words](Settings &settings, const QString &text) {
        const qsizetype at = words.indexOf(text);
        if (at >= 0)
            settings.*member = static_cast<T>(at);
        return at >= 0;
    };
}

template <class T>
Write wordOf(T Settings::*member, const QStringList &words)
{
    return [member, words](const Settings &settings) {
        return words.at(static_cast<int>(settings.*member));
    };
}

/// A time in units of so many seconds, with a fraction where the person likes.
Read time(std::chrono::seconds Settings::*member, int unit, int mostUnits)
{
    return [member, unit, mostUnits](Settings &settings, const QString &text) {
        bool good = false;
        const double value = text.toDouble(&good);
        if (!good || !(value * unit >= 1) || !(value <= mostUnits))
            return false;
        settings.*member = std::chrono::seconds(qint64(value * unit));
        return true;
    };
}

Write timeText(std::chrono::seconds Settings::*member, int unit)
{
    return [member, unit](const Settings &settings) {
        return QString::number(double((settings.*member).count()) / unit, 'g', 12);
    };
}

bool isHttp(const QUrl &url)
{
    const bool http =
        url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    return url.isValid() && http && !url.host().isEmpty();
}

bool readUrl(Settings &settings, const QString &text)
{
    const QUrl url(text.trimmed(), QUrl::StrictMode);
    if (!isHttp(url))
        return false;
    settings.baseUrl = url;
    return true;
}

bool readExeUrl(Settings &settings, const QString &text)
{
    const QUrl url(text.trimmed(), QUrl::StrictMode);
    const bool isSafe = url.scheme() == QLatin1String("https") || isLoopback(url.host());
    if (!isHttp(url) || !isSafe || !url.userInfo().isEmpty())
        return false;
    settings.exeUrl = url;
    return true;
}

// In the clear where it is the VM or its host: exe.dev has such an address for older clients.
bool readGatewayUrl(Settings &settings, const QString &text)
{
    const QUrl url(text.trimmed(), QUrl::StrictMode);
    const bool isSafe = url.scheme() == QLatin1String("https") || isLoopback(url.host()) ||
                        QHostAddress(url.host()).isLinkLocal();
    if (!isHttp(url) || !isSafe || !url.userInfo().isEmpty() || url.hasQuery() || url.hasFragment())
        return false;
    settings.gatewayUrl = url;
    return true;
}

Write urlText(QUrl Settings::*member)
{
    return [member](const Settings &settings) {
        return (settings.*member).toString(QUrl::FullyEncoded);
    };
}

bool readRelayVm(Settings &settings, const QString &text)
{
    if (!text.isEmpty() && !exedev::isVmName(text.trimmed()))
        return false;
    settings.relayVm = text.trimmed();
    return true;
}

bool readPackages(Settings &settings, const QString &text)
{
    static const QRegularExpression blanks(QStringLiteral("\\s+"));
    const QStringList names = text.split(blanks, Qt::SkipEmptyParts);
    if (names.isEmpty() || names.size() > mostPackages)
        return false;
    for (const QString &name : names)
        if (!parsedRequirement(name))
            return false;
    settings.packages = names;
    return true;
}

bool readProvider(Settings &settings, const QString &text)
{
    settings.chosenProvider = providerFromText(text);
    return settings.chosenProvider.has_value();
}

QString writeProvider(const Settings &settings)
{
    if (!settings.chosenProvider)
        return {};
    switch (*settings.chosenProvider) {
    case Settings::Provider::OpenAi:
        return QStringLiteral("openai");
    case Settings::Provider::Gateway:
        return QStringLiteral("gateway");
    case Settings::Provider::Builtin:
        break;
    }
    return QStringLiteral("builtin");
}

bool readTimeout(Settings &settings, const QString &text)
{
    bool good = false;
    const int seconds = text.toInt(&good);
    if (!good || seconds < 1 || seconds > 7 * 24 * 3600)
        return false;
    settings.cellTimeout = std::chrono::seconds(seconds);
    return true;
}

std::vector<SettingEntry> modelEntries()
{
    return {
        {"provider", nullptr, "builtin, openai or gateway", readProvider, writeProvider},
        {"base_url", "OPENAI_BASE_URL", "an address that begins with http:// or https://", readUrl,
         urlText(&Settings::baseUrl)},
        {"model", "MODEL", "a name", string(&Settings::model), written(&Settings::model)},
        {"gateway_model", "MODEL", "a name", string(&Settings::gatewayModel),
         written(&Settings::gatewayModel)},
        {"gateway_url", "SANDGLASS_GATEWAY_URL",
         "an address that begins with https://, or with http:// where it is the VM itself",
         readGatewayUrl, urlText(&Settings::gatewayUrl)},
        {"relay_vm", "SANDGLASS_RELAY_VM", "the name of a VM", readRelayVm,
         written(&Settings::relayVm)},
    };
}

std::vector<SettingEntry> exeEntries()
{
    const QStringList sandboxes{QStringLiteral("local"), QStringLiteral("exe")};
    const QStringList policies{QStringLiteral("all"), QStringLiteral("integrations")};
    const QStringList acts{QStringLiteral("ask"), QStringLiteral("pause"), QStringLiteral("leave")};
    constexpr int minute = 60;
    constexpr int day = 24 * 3600;
    return {
        {"exe_url", "SANDGLASS_EXE_URL",
         "an address that begins with https://, or with http:// where it is this machine",
         readExeUrl, urlText(&Settings::exeUrl)},
        {"has_exe_token", nullptr, "true or false", flag(&Settings::hasExeToken),
         flagText(&Settings::hasExeToken)},
        {"sandbox", nullptr, "local or exe", word(&Settings::sandbox, sandboxes),
         wordOf(&Settings::sandbox, sandboxes)},
        {"sandbox_egress", "SANDBOX_EGRESS", "all or integrations",
         word(&Settings::egress, policies), wordOf(&Settings::egress, policies)},
        {"pause_after_minutes", "PAUSE_AFTER_MINUTES", "a number of minutes, at most 100000",
         time(&Settings::pauseAfter, minute, 100'000), timeText(&Settings::pauseAfter, minute)},
        {"delete_after_days", "DELETE_AFTER_DAYS", "a number of days, at most 3650",
         time(&Settings::deleteAfter, day, 3650), timeText(&Settings::deleteAfter, day)},
        {"at_quit", nullptr, "ask, pause or leave", word(&Settings::atQuit, acts),
         wordOf(&Settings::atQuit, acts)},
        {"packages", "PACKAGES", "names of packages with blanks between them", readPackages,
         [](const Settings &settings) {
             return settings.packages.join(u' ');
         }},
        {"exe_notes_shown", nullptr, "true or false", flag(&Settings::exeNotesShown),
         flagText(&Settings::exeNotesShown)},
    };
}

std::vector<SettingEntry> cellEntries()
{
    return {
        {"python", "SANDGLASS_PYTHON", "the path of a Python", string(&Settings::python),
         written(&Settings::python)},
        {"network", nullptr, "true or false", flag(&Settings::network),
         flagText(&Settings::network)},
        {"cell_timeout", "CELL_TIMEOUT", "a number of seconds from 1 to 604800", readTimeout,
         [](const Settings &settings) {
             return QString::number(settings.cellTimeout.count());
         }},
        {"max_cells", nullptr, "a number from 1 to 1000", count(&Settings::maxCells, 1, 1000),
         number(&Settings::maxCells)},
        {"memory_limit", "MEMORY_LIMIT", "a size of at least 128M, such as 2G",
         bytes(&Settings::memoryLimit, leastMemory), number(&Settings::memoryLimit)},
        {"task_limit", nullptr, "a number from 16 to 100000",
         count(&Settings::taskLimit, 16, 100'000), number(&Settings::taskLimit)},
        {"file_limit", nullptr, "a size of at least 1M, such as 2G",
         bytes(&Settings::fileLimit, 1 << 20), number(&Settings::fileLimit)},
        {"work_limit", nullptr, "a size of at least 1M, such as 10G",
         bytes(&Settings::workLimit, 1 << 20), number(&Settings::workLimit)},
    };
}

std::vector<SettingEntry> windowEntries()
{
    const QStringList looks{QStringLiteral("system"), QStringLiteral("light"),
                            QStringLiteral("dark")};
    return {
        {"looks", nullptr, "system, light or dark", word(&Settings::looks, looks),
         wordOf(&Settings::looks, looks)},
        {"zoom", nullptr, "a number from 50 to 300",
         count(&Settings::zoom, Settings::leastZoom, Settings::mostZoom), number(&Settings::zoom)},
    };
}

} // namespace

const std::vector<SettingEntry> &settingEntries()
{
    static const std::vector<SettingEntry> all = [] {
        std::vector<SettingEntry> joined;
        for (const auto &part : {modelEntries(), exeEntries(), cellEntries(), windowEntries()})
            joined.insert(joined.end(), part.begin(), part.end());
        return joined;
    }();
    return all;
}

const SettingEntry &settingEntry(QLatin1String key)
{
    const std::vector<SettingEntry> &all = settingEntries();
    const auto found = std::find_if(all.begin(), all.end(), [&](const SettingEntry &entry) {
        return key == QLatin1String(entry.key);
    });
    Q_ASSERT(found != all.end());
    return *found;
}

} // namespace sandglass
