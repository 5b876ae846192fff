// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/questionedit.h"

#include <QAbstractTextDocumentLayout>
#include <QKeyEvent>
#include <QMimeData>
#include <QUrl>

namespace sandglass {

namespace {

constexpr int maxLines = 9;
constexpr int docMargin = 5;

} // namespace

QStringList localFiles(const QMimeData *data)
{
    QStringList paths;
    if (data->hasUrls())
        for (const QUrl &url : data->urls())
            if (url.isLocalFile())
                paths.append(url.toLocalFile());
    return paths;
}

QuestionEdit::QuestionEdit(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("question"));
    setAccessibleName(tr("Question"));
    setPlaceholderText(tr("Ask, or drop files here…"));
    setFrameShape(NoFrame);
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(docMargin);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            [this] {
                setVerticalScrollBarPolicy(lines() > maxLines ? Qt::ScrollBarAsNeeded
                                                              : Qt::ScrollBarAlwaysOff);
                updateGeometry();
            });
}

int QuestionEdit::lines() const
{
    // A QPlainTextEdit's document measures its height in lines.
    return std::max(1, qRound(document()->documentLayout()->documentSize().height()));
}

QSize QuestionEdit::sizeHint() const
{
    return {300, std::min(lines(), maxLines) * fontMetrics().lineSpacing() + 2 * docMargin + 2};
}

QSize QuestionEdit::minimumSizeHint() const
{
    return {100, sizeHint().height()};
}

void QuestionEdit::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && !event->modifiers().testFlag(Qt::ShiftModifier)) {
        Q_EMIT sendRequested();
        return;
    }
    if (enter) { // Qt would put a line separator, which isn't a line end when it is sent
        textCursor().insertBlock();
        ensureCursorVisible();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

bool QuestionEdit::canInsertFromMimeData(const QMimeData *source) const
{
    return !localFiles(source).isEmpty() || QPlainTextEdit::canInsertFromMimeData(source);
}

void QuestionEdit::insertFromMimeData(const QMimeData *source)
{
    const QStringList files = localFiles(source);
    if (!files.isEmpty())
        Q_EMIT filesOffered(files);
    else
        QPlainTextEdit::insertFromMimeData(source);
}

} // namespace sandglass
