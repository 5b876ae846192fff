// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/optionreader.h"

#include "app/settings.h"
#include "base/ids.h"

#include <algorithm>

namespace sandglass::cli {

OptionReader::OptionReader(std::vector<Option> known, QStringList arguments)
    : m_known(std::move(known))
    , m_arguments(std::move(arguments))
{}

std::optional<OptionReader::Item> OptionReader::next()
{
    if (hasFailed() || m_at >= m_arguments.size())
        return std::nullopt;
    const QString argument = m_arguments[m_at++];
    if (m_onlyWords || argument == QLatin1String("-") || !argument.startsWith(u'-'))
        return Item{{}, argument};
    if (argument == QLatin1String("--")) {
        m_onlyWords = true;
        return next();
    }
    const bool isLong = argument.startsWith(QLatin1String("--"));
    const qsizetype equals = isLong ? argument.indexOf(u'=') : -1;
    const QString name = argument.left(equals);
    const auto option = std::find_if(m_known.begin(), m_known.end(), [&](const Option &o) {
        return name == QLatin1String(o.name);
    });
    if (option == m_known.end())
        m_error = QStringLiteral("There is no option %1 here.").arg(name);
    else if (!option->takesValue && equals >= 0)
        m_error = QStringLiteral("%1 takes no value.").arg(name);
    else if (!option->takesValue)
        return Item{name, {}};
    else if (equals >= 0)
        return Item{name, argument.mid(equals + 1)};
    else if (m_at < m_arguments.size())
        return Item{name, m_arguments[m_at++]};
    else
        m_error = QStringLiteral("%1 needs a value.").arg(name);
    return std::nullopt;
}

QString OptionReader::provider(const QString &value)
{
    if (!providerFromText(value))
        m_error = QStringLiteral("--provider is builtin, openai or gateway, not %1.").arg(value);
    return value;
}

QString OptionReader::sandbox(const QString &value)
{
    if (!sandboxFromText(value))
        m_error = QStringLiteral("--sandbox is local or exe, not %1.").arg(value);
    return value;
}

QUrl OptionReader::url(const QString &value)
{
    const QUrl url(value, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty() ||
        (url.scheme() != QLatin1String("http") && url.scheme() != QLatin1String("https")))
        m_error = QStringLiteral("--base-url needs an address that begins with http:// or "
                                 "https://, not %1.")
                      .arg(value);
    return url;
}

QString OptionReader::conversation(const QString &value)
{
    if (value != QLatin1String("last") && !isUuid7(value))
        m_error = QStringLiteral("%1 is no id of a conversation; sandglass-cli conversations list "
                                 "shows them.")
                      .arg(value);
    return value;
}

std::chrono::seconds OptionReader::seconds(const QString &value)
{
    bool isNumber = false;
    const int number = value.toInt(&isNumber);
    if (!isNumber || number < 1)
        m_error = QStringLiteral("--timeout needs a whole number of seconds, at least 1, not %1.")
                      .arg(value);
    return std::chrono::seconds(number);
}

double OptionReader::hours(const QString &value)
{
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    // Written so that "nan" is refused, too.
    if (!isNumber || !(number >= 0 && number <= 1e6))
        m_error = QStringLiteral("--older-than needs a number of hours, not %1.").arg(value);
    return number;
}

} // namespace sandglass::cli
