// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"

#include "app/settingentries.h"
#include "base/log.h"
#include "sandbox/vmsetup.h"

#include <QDir>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace sandglass {

namespace {

constexpr qint64 mostBytes = 1LL << 50;

/// The file's values, without the environment.
Settings fromFile(const QString &dataFolder, QStringList *complaints)
{
    Settings settings;
    settings.dataFolder = QDir(dataFolder).absolutePath();
    const QString path = settingsFile(settings.dataFolder);
    QSettings file(path, QSettings::IniFormat);
    for (const SettingEntry &entry : settingEntries()) {
        const QString key = QLatin1String(entry.key);
        if (!file.contains(key))
            continue;
        const QString text = file.value(key).toString();
        if (!entry.read(settings, text) && complaints)
            *complaints << QStringLiteral("The setting %1 = %2 in %3 makes no sense and is not "
                                          "used. It must be %4.")
                               .arg(key, text.left(100), path, QLatin1String(entry.expected));
    }
    settings.endpoints = readEndpoints(file, complaints);
    if (file.status() != QSettings::NoError && complaints)
        *complaints << QStringLiteral("Some of the settings in %1 can't be read; what is missing "
                                      "keeps its default.")
                           .arg(path);
    return settings;
}

} // namespace

QStringList Settings::defaultPackages()
{
    return standardPackages();
}

QString settingsFile(const QString &dataFolder)
{
    return dataFolder + QLatin1String("/settings.ini");
}

QList<ModelEndpoint> knownEndpoints(const Settings &settings)
{
    QList<ModelEndpoint> known = settings.endpoints;
    const bool isKnown = findEndpoint(known, settings.baseUrl) != nullptr;
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
    for (const SettingEntry &entry : settingEntries()) {
        const QString text = entry.variable ? qEnvironmentVariable(entry.variable) : QString();
        if (!text.isEmpty() && !entry.read(settings, text) && complaints)
            *complaints << QStringLiteral("%1=%2 makes no sense and is not used. It must be %3.")
                               .arg(QLatin1String(entry.variable), text.left(100),
                                    QLatin1String(entry.expected));
    }
    return withProvider(std::move(settings), {}, false);
}

std::optional<Failure> environmentFault()
{
    Settings scratch;
    for (const SettingEntry &entry : settingEntries()) {
        const QString text = entry.variable ? qEnvironmentVariable(entry.variable) : QString();
        if (!text.isEmpty() && !entry.read(scratch, text))
            return Failure{ErrorKind::InvalidInput,
                           QStringLiteral("%1=%2 makes no sense, so nothing was done.")
                               .arg(QLatin1String(entry.variable), redacted(text, 100)),
                           QStringLiteral("It must be %1.").arg(QLatin1String(entry.expected))};
    }
    return std::nullopt;
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
    for (const SettingEntry &entry : settingEntries()) {
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
    if (text == QLatin1String("gateway"))
        return Settings::Provider::Gateway;
    return std::nullopt;
}

std::optional<Settings::SandboxKind> sandboxFromText(const QString &text)
{
    if (text == QLatin1String("local"))
        return Settings::SandboxKind::Local;
    if (text == QLatin1String("exe"))
        return Settings::SandboxKind::Exe;
    return std::nullopt;
}

} // namespace sandglass
