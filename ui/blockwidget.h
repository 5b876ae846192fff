// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"
#include "ui/imagecache.h"

#include <QElapsedTimer>
#include <QUrl>
#include <QWidget>

#include <set>

namespace sandglass {

class Button;
class PlainLabel;

/// What a block's widget needs beside the block; the same for all of a conversation.
struct BlockContext
{
    ImageCache *images = nullptr;
    QString outputsFolder; ///< where OutputRef names lie

    /// The path of a name below outputs/; empty where it isn't a plain name.
    QString outputPath(const QString &name) const;
};

/// What is remembered of a block while it has no widget.
struct BlockState
{
    std::set<int> expanded; ///< outputs that are shown whole
    QElapsedTimer started;  ///< when a cell was added, if that was seen
    bool isRunning = false; ///< the cell may still get output
    QString footer;         ///< how the turn ended, under its last block
    bool canAskAgain = false;
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

    /// Shows `block`; both arguments live as long as it is shown. Called again when either changed.
    void setBlock(const Block &block, BlockState &state);
    /// Lays out for this width and gives the height.
    int place(int width);

Q_SIGNALS:
    void heightChanged();
    void linkActivated(const QUrl &target);
    void saveRequested(const sandglass::SaveRequest &request);
    void packagesRequested(const QStringList &names);
    void askAgainRequested();

protected:
    const BlockContext &context() const { return m_context; }
    virtual void show(const Block &block, BlockState &state) = 0;
    virtual int arrange(int width) = 0;

private:
    const BlockContext &m_context;
    PlainLabel *m_footer;
    Button *m_askAgain;
};

} // namespace sandglass
