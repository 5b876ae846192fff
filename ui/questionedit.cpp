// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/questionedit.h"

#include <QAbstractTextDocumentLayout>
#include <QImage>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>
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
    const int key = event->key();
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    if (key == Qt::Key_Return || key == Qt::Key_Enter)
        enter(modifiers);
    else if (modifiers != Qt::NoModifier || !recall(key))
        QPlainTextEdit::keyPressEvent(event);
}

void QuestionEdit::enter(Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ControlModifier)) {
        Q_EMIT runRequested();
    } else if (modifiers.testFlag(Qt::ShiftModifier)) {
        // Qt would put a line separator, which isn't a line end when it is sent.
        textCursor().insertBlock();
        ensureCursorVisible();
    } else {
        Q_EMIT sendRequested();
    }
}

bool QuestionEdit::recall(int key)
{
    QTextCursor cursor = textCursor();
    const bool up = key == Qt::Key_Up;
    if ((!up && key != Qt::Key_Down) ||
        cursor.movePosition(up ? QTextCursor::Up : QTextCursor::Down))
        return false; // it moves within the text
    Q_EMIT recallRequested(up ? -1 : 1);
    return true;
}

bool QuestionEdit::canInsertFromMimeData(const QMimeData *source) const
{
    return !localFiles(source).isEmpty() || source->hasImage() ||
           QPlainTextEdit::canInsertFromMimeData(source);
}

void QuestionEdit::insertFromMimeData(const QMimeData *source)
{
    const QStringList files = localFiles(source);
    if (!files.isEmpty())
        Q_EMIT filesOffered(files);
    else if (source->hasImage() && !source->hasText())
        Q_EMIT imageOffered(qvariant_cast<QImage>(source->imageData()));
    else
        QPlainTextEdit::insertFromMimeData(source);
}

} // namespace sandglass
