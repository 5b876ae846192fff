// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/builtinrules.h"

#include "llm/pythontemplate.h"

#include <QRegularExpression>

namespace sandglass {

namespace {

constexpr qint64 maxPrime = 5'000'000;
constexpr qint64 maxRolls = 10'000'000;
constexpr qint64 maxDice = 100;
constexpr qint64 maxSides = 1000;

QRegularExpressionMatch find(const QString &pattern, const QString &text)
{
    return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption |
                                           QRegularExpression::UseUnicodePropertiesOption)
        .match(text);
}

BuiltinPlan say(const QString &text)
{
    return BuiltinPlan{{}, text};
}

BuiltinPlan runOne(const QString &code, const QString &subject, bool isValue)
{
    return BuiltinPlan{{BuiltinPlan::Cell{code, subject, isValue}}, {}};
}

/// Matches and captures a whole number as people write it: "10000", "10,000", "10 000".
QString numberForm()
{
    return QStringLiteral("(?<![\\w.,])(\\d{1,3}(?:[,.' \\x{202f}\\x{a0}]\\d{3})+|\\d+)");
}

/// A number as people write it, "10,000" or "10 000"; -1 where it is too long.
qint64 numberIn(QString digits)
{
    digits.remove(QRegularExpression(QStringLiteral("[^0-9]")));
    return digits.isEmpty() || digits.size() > 15 ? -1 : digits.toLongLong();
}

qint64 smallNumber(const QString &word)
{
    static const QStringList words{
        QStringLiteral("zero"),  QStringLiteral("one"),   QStringLiteral("two"),
        QStringLiteral("three"), QStringLiteral("four"),  QStringLiteral("five"),
        QStringLiteral("six"),   QStringLiteral("seven"), QStringLiteral("eight"),
        QStringLiteral("nine"),  QStringLiteral("ten")};
    const qsizetype index = words.indexOf(word.toLower());
    return index >= 0 ? index : numberIn(word);
}

QString ordinal(qint64 n)
{
    const qint64 hundred = n % 100;
    QString end = QStringLiteral("th");
    if (hundred < 11 || hundred > 13) {
        if (n % 10 == 1)
            end = QStringLiteral("st");
        else if (n % 10 == 2)
            end = QStringLiteral("nd");
        else if (n % 10 == 3)
            end = QStringLiteral("rd");
    }
    return QString::number(n) + end;
}

} // namespace

std::optional<BuiltinPlan> findPrime(const Question &question, const QList<AttachedFile> &)
{
    const QString number = numberForm();
    QRegularExpressionMatch match =
        find(number + QStringLiteral("\\s*(?:st|nd|rd|th)[\\s-]+prime"), question.text);
    if (!match.hasMatch())
        match = find(QStringLiteral("\\bprime(?:\\s+number)?\\s*(?:no\\.?|number|nr\\.?|#)\\s*") +
                         number,
                     question.text);
    if (!match.hasMatch())
        return std::nullopt;
    const qint64 n = numberIn(match.captured(1));
    if (n == 0)
        return say(QStringLiteral("Prime numbers are counted from 1: there is no prime number 0."));
    if (n < 0 || n > maxPrime)
        return say(QStringLiteral("The built-in model finds prime numbers up to number %1.")
                       .arg(maxPrime));
    return runOne(pythonFromTemplate(QStringLiteral("nth_prime"), {{QStringLiteral("n"), n}}),
                  QStringLiteral("The %1 prime number").arg(ordinal(n)), true);
}

std::optional<BuiltinPlan> rollDice(const Question &question, const QList<AttachedFile> &)
{
    const QString &text = question.text;
    const QRegularExpressionMatch rollsMatch =
        find(numberForm() + QStringLiteral("\\s*(million|thousand|k)?\\s*"
                                           "(?:dice |die )?(?:rolls|throws|times)"),
             text);
    if (!find(QStringLiteral("\\b(?:dice|die)\\b|\\b\\d*d\\d+\\b"), text).hasMatch() ||
        !rollsMatch.hasMatch())
        return std::nullopt;
    const QString unit = rollsMatch.captured(2).toLower();
    const qint64 factor = unit.isEmpty() ? 1 : unit == QLatin1String("million") ? 1'000'000 : 1000;
    const qint64 read = numberIn(rollsMatch.captured(1));
    const qint64 rolls = read > maxRolls ? read : read * factor;

    qint64 dice = 1;
    QRegularExpressionMatch match =
        find(QStringLiteral("\\b(\\w+)\\s+(?:\\w+[- ]sided\\s+|fair\\s+)*(?:dice|die)\\b"), text);
    if (match.hasMatch() && smallNumber(match.captured(1)) >= 0)
        dice = smallNumber(match.captured(1));
    qint64 sides = 6;
    match = find(QStringLiteral("\\b(\\d+)[- ]sided"), text);
    if (match.hasMatch())
        sides = numberIn(match.captured(1));
    match = find(QStringLiteral("\\b(\\d*)d(\\d+)\\b"), text);
    if (match.hasMatch()) {
        sides = numberIn(match.captured(2));
        dice = match.captured(1).isEmpty() ? dice : numberIn(match.captured(1));
    }
    if (rolls < 1 || rolls > maxRolls || dice < 1 || dice > maxDice || sides < 2 ||
        sides > maxSides)
        return say(QStringLiteral("The built-in model simulates 1 to %1 rolls of 1 to %2 dice with "
                                  "2 to %3 sides.")
                       .arg(maxRolls)
                       .arg(maxDice)
                       .arg(maxSides));
    return runOne(pythonFromTemplate(QStringLiteral("dice"), {{QStringLiteral("rolls"), rolls},
                                                              {QStringLiteral("dice"), dice},
                                                              {QStringLiteral("sides"), sides}}),
                  QStringLiteral("The simulation gave"), false);
}

std::optional<BuiltinPlan> runGivenCode(const Question &question, const QList<AttachedFile> &)
{
    QRegularExpressionMatch match = find(
        QStringLiteral(
            "(?:^|\\n)(`{3,})[ \\t]*(?:python3?|py)?[ \\t]*\\n([\\s\\S]*?)\\n\\1[ \\t]*(?:\\n|$)"),
        question.text);
    QString code = match.captured(2);
    if (!match.hasMatch()) {
        match = find(QStringLiteral("^run:[ \\t]*\\n?([\\s\\S]+)$"), question.text);
        code = match.captured(1);
    }
    if (code.trimmed().isEmpty())
        return std::nullopt;
    return runOne(code, QStringLiteral("Your code gave"), false);
}

std::optional<BuiltinPlan> workOut(const Question &question, const QList<AttachedFile> &)
{
    QRegularExpressionMatch match =
        find(QStringLiteral("^(?:what is|what's|how much is|compute|calculate)?\\s*"
                            "([-+*/().^%\\x{d7}\\x{f7}\\d\\s]{3,200}?)\\s*[=?.!]*$"),
             question.text);
    QString expression = match.captured(1).trimmed();
    expression.replace(QLatin1Char('^'), QLatin1String("**"));
    expression.replace(QChar(0xd7), QLatin1Char('*')).replace(QChar(0xf7), QLatin1Char('/'));
    expression = expression.simplified();
    if (!find(QStringLiteral("[\\d)]\\s*[-+*/%]+\\s*[-+(]*\\d"), expression).hasMatch())
        return std::nullopt;
    // A tower of powers would keep the kernel busy until the time limit.
    if (expression.count(QLatin1String("**")) > 1 ||
        find(QStringLiteral("\\*\\*\\s*\\(*\\s*[-+(]*\\d{5,}|\\*\\*.*[*(]"), expression).hasMatch())
        return say(
            QStringLiteral("The built-in model works out at most one power, with an exponent "
                           "of up to four digits."));
    return runOne(expression, QStringLiteral("The result"), true);
}

} // namespace sandglass
