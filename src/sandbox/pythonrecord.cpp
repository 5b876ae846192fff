// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/pythonrecord.h"

#include "base/error.h"
#include "base/log.h"

#include <nlohmann/json.hpp>

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace sandglass {
namespace {

constexpr int Version = 1;
constexpr qint64 MaxSize = 1 << 20;

QString fileOf(const QString &folder)
{
    return folder + QStringLiteral("/environment.json");
}

std::string utf8(const QString &text)
{
    return text.toStdString();
}

QString text(const nlohmann::json &object, const char *key)
{
    return QString::fromStdString(object.at(key).get<std::string>());
}

} // namespace

QString programStamp(const QString &path)
{
    const QFileInfo info(path);
    if (!info.isFile())
        return QString();
    return QStringLiteral("%1 %2").arg(info.size()).arg(info.lastModified().toMSecsSinceEpoch());
}

std::optional<PythonRecord> readRecord(const QString &folder)
{
    QFile file(fileOf(folder));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    PythonRecord record;
    try {
        const auto object = nlohmann::json::parse(file.read(MaxSize).toStdString());
        if (object.at("v").get<int>() != Version)
            return std::nullopt;
        record.key = text(object, "key");
        record.program = text(object, "program");
        record.stamp = text(object, "stamp");
        record.environment.interpreter = text(object, "interpreter");
        record.environment.version = text(object, "version");
        record.environment.matplotlibCache = text(object, "matplotlib_cache");
        for (const auto &mount : object.at("mounts"))
            record.environment.mounts.append(QString::fromStdString(mount.get<std::string>()));
    } catch (const nlohmann::json::exception &) {
        return std::nullopt; // made anew
    }
    if (record.stamp.isEmpty() || programStamp(record.program) != record.stamp ||
        !QFileInfo(record.environment.interpreter).isExecutable())
        return std::nullopt;
    for (const QString &mount : std::as_const(record.environment.mounts)) {
        if (!QFileInfo(mount).isDir())
            return std::nullopt;
    }
    return record;
}

void writeRecord(const QString &folder, const PythonRecord &record)
{
    nlohmann::json mounts = nlohmann::json::array();
    for (const QString &mount : record.environment.mounts)
        mounts.push_back(utf8(mount));
    const nlohmann::json object{{"v", Version},
                                {"key", utf8(record.key)},
                                {"program", utf8(record.program)},
                                {"stamp", utf8(record.stamp)},
                                {"interpreter", utf8(record.environment.interpreter)},
                                {"version", utf8(record.environment.version)},
                                {"matplotlib_cache", utf8(record.environment.matplotlibCache)},
                                {"mounts", mounts}};
    QSaveFile file(fileOf(folder));
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(QByteArray::fromStdString(object.dump(2))) < 0 || !file.commit())
        throw Error(ErrorKind::File,
                    QStringLiteral("“%1” couldn't be written: %2.")
                        .arg(redacted(file.fileName(), 300), redacted(file.errorString(), 300)));
}

} // namespace sandglass
