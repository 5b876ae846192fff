// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnostics.h"

#include "base/log.h"
#include "ui/logwindow.h"
#include "ui/wording.h"

#include <QApplication>
#include <QSysInfo>

namespace sandglass {

namespace {

constexpr qint64 logPart = 16 * 1024;

QString endpointLine(const ModelEndpoint &endpoint)
{
    return QStringLiteral("Endpoint: %1, model %2, key %3")
        .arg(redacted(endpoint.baseUrl.toString(QUrl::RemoveUserInfo)),
             endpoint.model.isEmpty() ? QStringLiteral("(first)") : redacted(endpoint.model),
             endpoint.hasKey ? QStringLiteral("set") : QStringLiteral("none"));
}

QString whatAnswers(const Settings &settings)
{
    switch (settings.provider) {
    case Settings::Provider::Gateway:
        return QStringLiteral("%1 behind %2")
            .arg(redacted(settings.gatewayModel),
                 redacted(settings.gatewayUrl.toString(QUrl::RemoveUserInfo)));
    case Settings::Provider::OpenAi:
        return redacted(settings.baseUrl.toString(QUrl::RemoveUserInfo));
    case Settings::Provider::Builtin:
        break;
    }
    return QStringLiteral("built-in examples");
}

} // namespace

QString logFile(const QString &dataFolder)
{
    return dataFolder + QStringLiteral("/sandglass.log");
}

QString diagnosticsText(const Settings &settings, const QString &logFile)
{
    QStringList lines{
        QStringLiteral("Sandglass %1").arg(QApplication::applicationVersion()),
        QStringLiteral("Qt %1 (built with %2), %3")
            .arg(QLatin1String(qVersion()), QStringLiteral(QT_VERSION_STR),
                 QGuiApplication::platformName()),
        QStringLiteral("%1, kernel %2, %3")
            .arg(QSysInfo::prettyProductName(), QSysInfo::kernelVersion(),
                 QSysInfo::currentCpuArchitecture()),
        QStringLiteral("Answers: %1").arg(whatAnswers(settings)),
        QStringLiteral("exe.dev: %1, token %2, new conversations run %3")
            .arg(redacted(settings.exeUrl.toString(QUrl::RemoveUserInfo)),
                 settings.hasExeToken ? QStringLiteral("set") : QStringLiteral("none"),
                 settings.sandbox == Settings::SandboxKind::Exe ? QStringLiteral("there")
                                                                : QStringLiteral("here")),
        QStringLiteral("Python: %1")
            .arg(settings.python.isEmpty() ? QStringLiteral("managed") : redacted(settings.python)),
        QStringLiteral("Network: %1")
            .arg(settings.network ? QStringLiteral("on") : QStringLiteral("off"))};
    for (const ModelEndpoint &endpoint : settings.endpoints)
        lines << endpointLine(endpoint);
    lines << QStringLiteral("Limits: %1").arg(limitTexts(settings).join(QStringLiteral("; ")));
    lines << QString() << QStringLiteral("Log:") << logTail(logFile, logPart);
    return lines.join(u'\n');
}

} // namespace sandglass
