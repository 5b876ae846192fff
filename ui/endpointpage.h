// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelcheck.h"
#include "app/settings.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QListWidget;

namespace sandglass {

class Button;
class ModelKeys;
class PlainLabel;

/// A key that was typed, and the server that it is for.
struct TypedKey
{
    QUrl baseUrl;
    Secret key;
};

/// An endpoint that has another address now.
struct MovedEndpoint
{
    QUrl from;
    QUrl to;
};

/// The settings page of model endpoints: a list, and the fields of the one that is selected. Keys
/// are never shown again. GUI thread.
class EndpointPage : public QWidget
{
    Q_OBJECT

public:
    /// `keys` and `check` outlive this.
    EndpointPage(const Settings &settings, const ModelKeys *keys, ModelCheck *check,
                 QWidget *parent = nullptr);

    /// What is wrong with the fields, as a sentence; empty where they can be saved. Selects the
    /// endpoint that it is about.
    QString problem();
    QList<ModelEndpoint> endpoints() const;
    QList<TypedKey> typedKeys() const;
    /// Endpoints whose address was corrected: the old one and the new one.
    QList<MovedEndpoint> moved() const;
    /// Begins a new endpoint.
    void add();

private:
    /// One endpoint while it is edited.
    struct Draft
    {
        ModelEndpoint saved; ///< as it was; its key belongs to this address
        QString name;
        QString url;
        QString model;
        Secret key; ///< typed; empty: the saved one stays
    };

    void build();
    QWidget *makeForm();
    void show(int row);
    void take();
    void remove();
    void test();
    void showResult(const ModelCheck::Result &result);
    void updateKeyHint();
    bool hasSavedKey(const Draft &draft) const;

    const ModelKeys *m_keys;
    ModelCheck *m_check;
    QList<Draft> m_drafts;
    int m_row = -1;
    int m_testNumber = 0; ///< an answer to an earlier test isn't shown
    QListWidget *m_list;
    QWidget *m_form;
    PlainLabel *m_empty;
    QLineEdit *m_name;
    QLineEdit *m_url;
    QLineEdit *m_key;
    QComboBox *m_model;
    PlainLabel *m_keyHint;
    PlainLabel *m_result;
    Button *m_test;
    Button *m_remove;
};

} // namespace sandglass
