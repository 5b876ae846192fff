// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1String>
#include <QString>
#include <QStringList>
#include <QUrl>

#include <chrono>
#include <optional>
#include <vector>

namespace sandglass::cli {

/// Reads options and plain words in the order they stand, which QCommandLineParser loses. After the
/// first fault it gives nothing more. Pure.
class OptionReader
{
public:
    struct Option
    {
        const char *name; ///< with its dashes
        bool takesValue;
    };

    /// An option with its value, or with an empty name a plain word.
    struct Item
    {
        QString name;
        QString value;
    };

    OptionReader(std::vector<Option> known, QStringList arguments);

    std::optional<Item> next();
    bool hasFailed() const { return !m_error.isEmpty(); }
    const QString &error() const { return m_error; }

    /// Values checked; a wrong one is a fault with a sentence.
    QString provider(const QString &value);
    QString sandbox(const QString &value);
    QUrl url(const QString &value);
    QString conversation(const QString &value);
    std::chrono::seconds seconds(const QString &value);
    double hours(const QString &value);

private:
    std::vector<Option> m_known;
    QStringList m_arguments;
    qsizetype m_at = 0;
    bool m_onlyWords = false;
    QString m_error;
};

} // namespace sandglass::cli
