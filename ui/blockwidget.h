// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"
#include "ui/imagecache.h"
#include "ui/remedy.h"

#include <QElapsedTimer>
#include <QUrl>
#include <QWidget>

#include <optional>
#include <set>

namespace sandglass {

class Button;
class PlainLabel;

/// What a block's widget needs beside the block; the same for all of a conversation.
struct BlockContext
{
    ImageCache *images = nullptr;
    QString outputsFolder; ///< where OutputRef names lie
    const Conversation *document = nullptr;
    bool canRun = true; ///< cells can be run in this conversation

    /// The path of a name below outputs/; empty where it isn't a plain name.
    QString outputPath(const QString &name) const;
};

/// What is remembered of a block while it has no widget.
struct BlockState
{
    std::set<int> expanded; ///< outputs that are shown whole
    QElapsedTimer started;  ///< since when the cell runs, if that was seen
    bool isNew = false;     ///< it was added while it was shown
    bool isRunning = false; ///< the cell waits or runs: it may still get output
    bool codeFolded = false;
    bool outputFolded = false;
    std::optional<QString> edited; ///< the code in the cell's editor, while that is open
    QString footer;                ///< how the turn ended, under its last block
    bool canAskAgain = false;
    Remedy remedy = Remedy::None; ///< of what ended the turn
};

/// Bytes that a person wants in a file of their own.
struct SaveRequest
{
    QString suggestedName;
    QByteArray bytes; ///< else `file`
    QString file;     ///< a path below outputs/
};

/// The widget of one block while that is near the viewport; afterwards it shows another one.
/// Owned by the ConversationView; GUI thread.
class BlockWidget : public QWidget
{
    Q_OBJECT

public:
    BlockWidget(const BlockContext &context, QWidget *parent);

    /// Shows `block`; `state` lives as long as it is shown, the block moves when others are added.
    /// Called again when either changed.
    void setBlock(const Block &block, BlockState &state);
    /// Lays out for this width and gives the height.
    int place(int width);

Q_SIGNALS:
    void heightChanged();
    void linkActivated(const QUrl &target);
    void saveRequested(const sandglass::SaveRequest &request);
    void packagesRequested(const QStringList &names);
    void enlargeRequested(const sandglass::ImageSource &picture);
    /// Code that is to run as a new cell of the person's.
    void runRequested(const QString &code);
    void askAgainRequested();
    void remedyRequested(sandglass::Remedy remedy);

protected:
    const BlockContext &context() const { return m_context; }
    virtual void show(const Block &block, BlockState &state) = 0;
    virtual int arrange(int width) = 0;

private:
    const BlockContext &m_context;
    PlainLabel *m_footer;
    Button *m_askAgain;
    Button *m_remedy;
    Remedy m_offered = Remedy::None;
};

} // namespace sandglass
