// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/markdownwriter.h"

#include <QTextBrowser>

namespace sandglass {

class CodePanel;

/// Markdown as text to read: as tall as what it holds, loads nothing, opens nothing. Text grows at
/// the end, where only the unfinished piece is written again. Its code lies under panels with Copy,
/// also in lists and quotes. GUI thread.
class MarkdownView : public QTextBrowser
{
    Q_OBJECT

public:
    explicit MarkdownView(QWidget *parent = nullptr);

    /// What names files that can be saved; before any text is set.
    void setIsFile(MarkdownWriter::IsFile isFile) { m_isFile = std::move(isFile); }
    /// Whether code may offer Run.
    void setRunnable(bool runnable) { m_canRun = runnable; }
    /// So much code gets a panel; what follows is text alone.
    void setMostPanels(int most) { m_mostPanels = most; }
    int panelCount() const { return static_cast<int>(m_panels.size()); }
    /// Adds a piece that won't change any more.
    void addFinished(const QString &markdown);
    /// Sets the piece that follows the finished ones.
    void setUnfinished(const QString &markdown);
    /// Lays out for this width and gives the height.
    int arrange(int width);

Q_SIGNALS:
    void linkActivated(const QUrl &target);
    void runRequested(const QString &code);
    void recolored(); ///< palette or font changed: the text is to be set again

protected:
    QVariant loadResource(int type, const QUrl &name) override;
    void doSetSource(const QUrl &name, QTextDocument::ResourceType type) override;
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void write(const QString &markdown);
    void dropUnfinished();
    std::vector<QTextBlock> codeBlocks() const;
    void fitPanels(int width);
    int placePanels(); ///< gives where the last one ends
    void makePanels(size_t count);
    bool isWhole(const QTextBlock &code) const;

    MarkdownWriter::IsFile m_isFile;
    std::vector<CodePanel *> m_panels; ///< of the code in the document, in its order
    int m_mostPanels = 20;
    bool m_canRun = false;
    QString m_unfinished;
    int m_finishedEnd = -1;      ///< position; -1 before anything is finished
    bool m_startsInBlock = true; ///< what the writer is to know after the finished text
    bool m_isDark = false;
};

} // namespace sandglass
