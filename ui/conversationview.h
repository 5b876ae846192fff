// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/blockwidget.h"
#include "ui/heightindex.h"

#include <QAbstractScrollArea>
#include <QPointer>
#include <QTimer>

#include <deque>
#include <map>
#include <set>

namespace sandglass {

/// The conversation as a column of blocks. Every block has a height, estimated until it was seen;
/// only blocks near the viewport have widgets, which are used again for others. What streams in is
/// shown on a clock. It stays at the end while that grows, unless the person scrolled up.
/// GUI thread.
class ConversationView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit ConversationView(QWidget *parent = nullptr);
    ~ConversationView() override;

    /// Shows `document`, which lives longer than its being shown.
    void setDocument(Conversation *document, const QString &outputsFolder);
    /// Cells added since may still get output.
    void setBusy(bool busy);
    /// While the kernel starts, the cell that was added last is queued.
    void setKernelStarting(bool starting);
    /// Where the model is and where cells run, for what helps where they fail.
    void setPlaces(FailedAt model, FailedAt sandbox);
    /// Whether cells can be run here.
    void setRunnable(bool runnable);
    void scrollToEnd();

Q_SIGNALS:
    void linkActivated(const QUrl &target);
    void saveRequested(const sandglass::SaveRequest &request);
    void packagesRequested(const QStringList &names);
    void askAgainRequested(const QString &question);
    void remedyRequested(sandglass::Remedy remedy);
    void enlargeRequested(const sandglass::ImageSource &picture);
    void runRequested(const QString &code);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    static constexpr int spacing = 14;

    struct Live
    {
        BlockWidget *widget = nullptr;
        size_t kind = 0; ///< of its block
        int width = 0;   ///< that it was laid out for; 0 where it is to be laid out again
    };

    void reset();
    void addBlock(int index);
    void changeBlock(int index);
    void showChanges();
    void updateTurnEnds();
    QString lastQuestion() const;
    void updateRunning(int index);
    void foldRerun(int index);
    void layoutBlocks();
    void placeWidgets(int first, int last, int value);
    void recycle(int first, int last);
    bool measure(int index, int width);
    BlockWidget *takeWidget(const Block &block);
    BlockWidget *makeWidget(const Block &block);
    int estimate(int index) const;
    int columnWidth() const;
    void setScrollBar(int value);
    QList<QWidget *> focusOrder() const;
    bool leaveFocus(bool next);

    BlockContext m_context;
    QPointer<Conversation> m_document;
    HeightIndex m_heights;
    std::deque<BlockState> m_states; ///< a deque: widgets keep the addresses
    std::map<int, Live> m_live;
    std::map<size_t, std::vector<BlockWidget *>> m_spare; ///< by the block's kind
    std::set<int> m_changed;
    QTimer m_frame;
    FailedAt m_modelAt = FailedAt::ModelServer;
    FailedAt m_sandboxAt = FailedAt::ThisComputer;
    bool m_follow = true;
    bool m_busy = false;
    bool m_kernelStarting = false;
    bool m_inLayout = false;
};

} // namespace sandglass
