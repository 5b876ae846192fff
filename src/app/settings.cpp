// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"

#include "base/error.h"

#include <QDir>
#include <QFile>
#include <QHostAddress>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSettings>
#include <QStandardPaths>

#include <functional>

namespace sandglass {

namespace {

constexpr qint64 leastMemory = 128LL << 20;
constexpr qint64 mostBytes = 1LL << 50;

/// One setting that has a text form: its name in the file, its variable, and both ways.
struct Entry
{
    const char *key;
    const char *variable;                                  ///< nullptr for none
    std::function<bool(Settings &, const QString &)> read; ///< false: it makes no sense
    std::function<QString(const Settings &)> write;
};

std::function<bool(Settings &, const QString &)> bytes(qint64 Settings::*member, qint64 least)
{
    return [member, least](Settings &settings, const QString &text) {
        const std::optional<qint64> size = sizeFromText(text);
        if (!size || *size < least)
            return false;
        settings.*member = *size;
        return true;
    };
}

std::function<bool(Settings &, const QString &)> count(int Settings::*member, int least, int most)
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

bool readUrl(Settings &settings, const QString &text)
{
    const QUrl url(text.trimmed(), QUrl::StrictMode);
    const bool http =
        url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    if (!url.isValid() || !http || url.host().isEmpty())
        return false;
    settings.baseUrl = url;
    return true;
}

bool readExeUrl(Settings &settings, const QString &text)
{
    const QUrl url(text.trimmed(), QUrl::StrictMode);
    const bool isHere =
        url.host() == QLatin1String("localhost") || QHostAddress(url.host()).isLoopback();
    const bool isSafe =
        url.scheme() == QLatin1String("https") || (url.scheme() == QLatin1String("http") && isHere);
    if (!url.isValid() || !isSafe || url.host().isEmpty() || !url.userInfo().isEmpty())
        return false;
    settings.exeUrl = url;
    return true;
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

bool readFlag(Settings &settings, const QString &text)
{
    settings.network = text == QLatin1String("true");
    return settings.network || text == QLatin1String("false");
}

const QStringList &looksWords()
{
    static const QStringList words{QStringLiteral("system"), QStringLiteral("light"),
                                   QStringLiteral("dark")};
    return words;
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
    return *settings.chosenProvider == Settings::Provider::OpenAi ? QStringLiteral("openai")
                                                                  : QStringLiteral("builtin");
}

bool readLooks(Settings &settings, const QString &text)
{
    const qsizetype at = looksWords().indexOf(text);
    if (at >= 0)
        settings.looks = static_cast<Settings::Looks>(at);
    return at >= 0;
}

std::function<bool(Settings &, const QString &)> string(QString Settings::*member)
{
    return [member](Settings &settings, const QString &text) {
        settings.*member = text;
        return true;
    };
}

template <class T>
std::function<QString(const Settings &)> number(T Settings::*member)
{
    return [member](const Settings &settings) {
        return QString::number(settings.*member);
    };
}

const std::vector<Entry> &entries()
{
    static const std::vector<Entry> all{
        {"provider", nullptr, readProvider, writeProvider},
        {"base_url", "OPENAI_BASE_URL", readUrl,
         [](const Settings &s) {
             return s.baseUrl.toString(QUrl::FullyEncoded);
         }},
        {"model", "MODEL", string(&Settings::model),
         [](const Settings &s) {
             return s.model;
         }},
        {"exe_url", "SANDGLASS_EXE_URL", readExeUrl,
         [](const Settings &s) {
             return s.exeUrl.toString(QUrl::FullyEncoded);
         }},
        {"python", "SANDGLASS_PYTHON", string(&Settings::python),
         [](const Settings &s) {
             return s.python;
         }},
        {"network", nullptr, readFlag,
         [](const Settings &s) {
             return s.network ? QStringLiteral("true") : QStringLiteral("false");
         }},
        {"cell_timeout", "CELL_TIMEOUT", readTimeout,
         [](const Settings &s) {
             return QString::number(s.cellTimeout.count());
         }},
        {"max_cells", nullptr, count(&Settings::maxCells, 1, 1000), number(&Settings::maxCells)},
        {"memory_limit", "MEMORY_LIMIT", bytes(&Settings::memoryLimit, leastMemory),
         number(&Settings::memoryLimit)},
        {"task_limit", nullptr, count(&Settings::taskLimit, 16, 100'000),
         number(&Settings::taskLimit)},
        {"file_limit", nullptr, bytes(&Settings::fileLimit, 1 << 20), number(&Settings::fileLimit)},
        {"work_limit", nullptr, bytes(&Settings::workLimit, 1 << 20), number(&Settings::workLimit)},
        {"looks", nullptr, readLooks,
         [](const Settings &s) {
             return looksWords().at(static_cast<int>(s.looks));
         }},
        {"zoom", nullptr, count(&Settings::zoom, Settings::leastZoom, Settings::mostZoom),
         number(&Settings::zoom)},
    };
    return all;
}

/// The file's values, without the environment.
Settings fromFile(const QString &dataFolder, QStringList *complaints)
{
    Settings settings;
    settings.dataFolder = QDir(dataFolder).absolutePath();
    const QString path = settingsFile(settings.dataFolder);
    QSettings file(path, QSettings::IniFormat);
    for (const Entry &entry : entries()) {
        const QString key = QLatin1String(entry.key);
        if (!file.contains(key))
            continue;
        const QString text = file.value(key).toString();
        if (!entry.read(settings, text) && complaints)
            *complaints << QStringLiteral(
                               "The setting %1 = %2 in %3 makes no sense and is not used.")
                               .arg(key, text.left(100), path);
    }
    settings.endpoints = readEndpoints(file, complaints);
    if (file.status() != QSettings::NoError && complaints)
        *complaints << QStringLiteral("Some of the settings in %1 can't be read; what is missing "
                                      "keeps its default.")
                           .arg(path);
    return settings;
}

} // namespace

QString settingsFile(const QString &dataFolder)
{
    return dataFolder + QLatin1String("/settings.ini");
}

QList<ModelEndpoint> knownEndpoints(const Settings &settings)
{
    QList<ModelEndpoint> known = settings.endpoints;
    const bool isKnown =
        std::any_of(known.cbegin(), known.cend(), [&](const ModelEndpoint &endpoint) {
            return endpoint.baseUrl == settings.baseUrl;
        });
    if (!isKnown && settings.provider == Settings::Provider::OpenAi)
        known.append({{}, settings.baseUrl, settings.model, false});
    return known;
}

QString defaultDataFolder()
{
    const QString named = qEnvironmentVariable("SANDGLASS_DATA");
    if (!named.isEmpty())
        return QDir(named).absolutePath();
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QLatin1String("/sandglass");
}

Settings loadSettings(const QString &dataFolder, QStringList *complaints)
{
    Settings settings = fromFile(dataFolder, complaints);
    for (const Entry &entry : entries()) {
        const QString text = entry.variable ? qEnvironmentVariable(entry.variable) : QString();
        if (!text.isEmpty() && !entry.read(settings, text) && complaints)
            *complaints << QStringLiteral("%1=%2 makes no sense and is not used.")
                               .arg(QLatin1String(entry.variable), text.left(100));
    }
    return withProvider(std::move(settings), {}, false);
}

Settings withProvider(Settings settings, std::optional<Settings::Provider> flag, bool hasOpenAiKey)
{
    const bool named = hasOpenAiKey || !qEnvironmentVariableIsEmpty("OPENAI_BASE_URL");
    settings.provider = flag                      ? *flag
                        : settings.chosenProvider ? *settings.chosenProvider
                        : named                   ? Settings::Provider::OpenAi
                                                  : Settings::Provider::Builtin;
    if (settings.provider == Settings::Provider::OpenAi && settings.baseUrl.isEmpty())
        settings.baseUrl = QUrl(QStringLiteral("https://api.openai.com/v1"));
    return settings;
}

void saveSettings(const Settings &settings)
{
    const QString path = settingsFile(settings.dataFolder);
    const auto fail = [&](const QString &why) {
        throw Error(ErrorKind::File,
                    QStringLiteral("The settings can't be saved in %1 (%2).").arg(path, why),
                    QStringLiteral("Check that the disk has room and that the data folder may be "
                                   "written."));
    };
    const Settings defaults;
    const Settings before = fromFile(settings.dataFolder, nullptr);
    const Settings loaded = loadSettings(settings.dataFolder);
    if (!QDir().mkpath(settings.dataFolder))
        fail(QStringLiteral("the folder can't be made"));
    QSettings file(path, QSettings::IniFormat);
    file.setAtomicSyncRequired(true);
    for (const Entry &entry : entries()) {
        // Unchanged since it was loaded: what the environment said isn't the person's choice.
        const bool unchanged = entry.write(settings) == entry.write(loaded);
        const QString value = entry.write(unchanged ? before : settings);
        if (value == entry.write(defaults))
            file.remove(QLatin1String(entry.key));
        else
            file.setValue(QLatin1String(entry.key), value);
    }
    writeEndpoints(file, settings.endpoints);
    file.sync();
    if (file.status() != QSettings::NoError)
        fail(QStringLiteral("it can't be written"));
}

std::optional<qint64> sizeFromText(const QString &text)
{
    static const QRegularExpression pattern(
        QStringLiteral("\\A\\s*([0-9]{1,15})\\s*(?:([KMGT])(?:i?B)?|B)?\\s*\\z"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const qint64 value = match.captured(1).toLongLong();
    const QString unit = match.captured(2).toUpper();
    const qint64 factor =
        unit.isEmpty() ? 1 : 1LL << (10 * (QStringLiteral("KMGT").indexOf(unit) + 1));
    if (value > mostBytes / factor)
        return std::nullopt;
    return value * factor;
}

std::optional<Settings::Provider> providerFromText(const QString &text)
{
    if (text == QLatin1String("openai"))
        return Settings::Provider::OpenAi;
    if (text == QLatin1String("builtin"))
        return Settings::Provider::Builtin;
    return std::nullopt;
}

} // namespace sandglass
