// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/resulttext.h"

#include "agent/resultnotes.h"
#include "llm/toolresult.h"

#include <algorithm>

namespace sandglass {

namespace {

constexpr qsizetype maxDisplays = 50;
constexpr qsizetype maxDisplayText = 2000;
constexpr qsizetype maxTraceback = 4000;
constexpr qsizetype maxErrorText = 300;

bool hasImage(const MimeData &data)
{
    return std::any_of(data.begin(), data.end(), [](const auto &entry) {
        return entry.first.startsWith(QLatin1String("image/"));
    });
}

/// The text of a bundle that has no image.
QByteArray bundleText(const MimeData &data)
{
    for (const char *type : {"text/plain", "text/markdown", "text/latex", "application/json"}) {
        const auto found = data.find(QLatin1String(type));
        if (found != data.end())
            return found->second;
    }
    if (data.count(QStringLiteral("text/html")))
        return QByteArrayLiteral("(HTML without a text form was shown)");
    if (data.empty())
        return {};
    return "(output of type " + data.begin()->first.left(100).toUtf8() + " was shown)";
}

QString plain(const QByteArray &text, qsizetype maxLength)
{
    TailText tail(maxLength);
    tail.write(text);
    return tail.text();
}

} // namespace

ResultText::ResultText(qsizetype maxLength)
    : m_maxLength(std::max<qsizetype>(1, maxLength))
    , m_text(m_maxLength)
{}

void ResultText::add(const Output &output)
{
    if (const auto *clear = std::get_if<ClearOutput>(&output)) {
        m_clearAtNext = true;
        if (!clear->wait)
            clearIfDue();
        return;
    }
    clearIfDue();
    if (const auto *stream = std::get_if<StreamOutput>(&output))
        m_text.write(stream->text);
    else if (const auto *display = std::get_if<DisplayData>(&output))
        addBundle(display->bundle);
    else if (const auto *update = std::get_if<UpdateDisplayData>(&output))
        addBundle(update->bundle);
    else if (const auto *value = std::get_if<ExecuteResult>(&output))
        addBundle(value->bundle);
    else if (const auto *error = std::get_if<ErrorOutput>(&output))
        addError(*error);
}

void ResultText::clearIfDue()
{
    if (!m_clearAtNext)
        return;
    m_text.clear();
    m_displays.clear();
    m_figures = 0;
    m_clearAtNext = false;
}

void ResultText::addBundle(const MimeBundle &bundle)
{
    const bool isFigure = hasImage(bundle.data);
    const QByteArray text = isFigure ? QByteArray() : bundleText(bundle.data);
    if (bundle.displayId.isEmpty()) {
        m_figures += isFigure ? 1 : 0;
        addLines(text);
        return;
    }
    const QString id = bundle.displayId.left(200);
    auto found = std::find_if(m_displays.begin(), m_displays.end(),
                              [&id](const Display &display) { return display.id == id; });
    if (found == m_displays.end()) {
        if (m_displays.size() == maxDisplays)
            m_displays.removeFirst();
        found = m_displays.insert(m_displays.end(), Display{id, {}, false});
    }
    found->isFigure = isFigure;
    found->text = plain(text, std::min(maxDisplayText, m_maxLength));
}

void ResultText::addError(const ErrorOutput &error)
{
    TailText traceback(std::min(maxTraceback, m_maxLength));
    for (const QString &part : error.traceback) {
        traceback.startLine();
        // Only the end is kept, and most of a part that is too long would be converted for nothing.
        traceback.write(part.right(8 * maxTraceback).toUtf8());
    }
    addLines(traceback.text().toUtf8());
    const QString value = error.evalue.left(maxErrorText).section(QLatin1Char('\n'), 0, 0);
    m_error = plain(error.ename.left(100).toUtf8(), 100);
    if (!value.trimmed().isEmpty())
        m_error += QLatin1String(": ") + plain(value.toUtf8(), maxErrorText);
}

void ResultText::addLines(const QByteArray &text)
{
    if (text.isEmpty())
        return;
    m_text.startLine();
    m_text.write(text);
    m_text.startLine();
}

int ResultText::figures() const
{
    return m_figures + int(std::count_if(m_displays.begin(), m_displays.end(),
                                         [](const Display &display) { return display.isFigure; }));
}

QString ResultText::output() const
{
    TailText all = m_text;
    for (const Display &display : m_displays) {
        if (display.text.isEmpty())
            continue;
        all.startLine();
        all.write(display.text.toUtf8());
        all.startLine();
    }
    QString text = all.text();
    while (text.endsWith(QLatin1Char('\n')))
        text.chop(1);
    if (all.dropped() == 0)
        return text;
    return noteLine(QStringLiteral("Only the last %1 characters of the output are here; "
                                   "%2 characters before them were left out.")
                        .arg(text.size())
                        .arg(all.dropped())) +
           QLatin1Char('\n') + text;
}

QString ResultText::finish(const CellResult &result) const
{
    const QString text = output();
    QStringList lines;
    if (!text.isEmpty())
        lines.append(text);
    if (figures() > 0)
        lines.append(noteLine(figuresNote(figures())));
    const QString files = filesNote(result.files);
    if (!files.isEmpty())
        lines.append(noteLine(files));
    const QString status = statusNote(result, m_error);
    if (!status.isEmpty())
        lines.append(noteLine(status));
    if (lines.isEmpty())
        lines.append(noteLine(QStringLiteral("The cell ran without output.")));
    return lines.join(QLatin1Char('\n'));
}

} // namespace sandglass
