// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QBoxLayout;
class QGridLayout;

namespace sandglass {

class Card;
class CenteredColumn;
class ExeCard;
class PlainLabel;
class ServerCard;
struct Settings;

/// What an empty conversation shows: where code runs, who can write it, and questions to try.
/// GUI thread.
class StartPage : public QScrollArea
{
    Q_OBJECT

public:
    explicit StartPage(QWidget *parent = nullptr);

    /// Where cells run and what they reach.
    void setPlace(const Settings &settings);
    /// `isBuiltin`: the examples answer and not a model.
    void setModel(const QString &name, bool isBuiltin);
    ServerCard *servers() const { return m_servers; }
    ExeCard *exe() const { return m_exe; }

Q_SIGNALS:
    /// A question for the built-in examples.
    void questionChosen(const QString &question);
    void cellRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    Card *makeCellCard();
    Card *makeExampleCard();
    void arrange();

    CenteredColumn *m_content;
    PlainLabel *m_where;
    PlainLabel *m_who;
    QGridLayout *m_grid;
    ServerCard *m_servers;
    ExeCard *m_exe;
    Card *m_cells;
    QBoxLayout *m_samples = nullptr; ///< buttons of questions, in the card of examples
    Card *m_examples;
    int m_columns = 0;
};

} // namespace sandglass
