// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/secret.h"
#include "ui/card.h"

#include <QUrl>

namespace sandglass {

class Button;
class ExeTokenForm;

/// The card for an exe.dev account: one token brings a model and sandboxes, and no key is needed.
/// GUI thread.
class ExeCard : public Card
{
    Q_OBJECT

public:
    explicit ExeCard(QWidget *parent = nullptr);

    /// Where exe.dev is, and the token in use: where there is one nothing needs to be pasted.
    void setAccess(const QUrl &exeUrl, const Secret &token);

Q_SIGNALS:
    void tokenAccepted(const sandglass::Secret &token);
    void useRequested(); ///< with the token that is known
    void settingsRequested();

private:
    ExeTokenForm *m_form;
    Button *m_use;
    Button *m_settings;
};

} // namespace sandglass
