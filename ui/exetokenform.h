// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checks.h"
#include "base/secret.h"

#include <QUrl>
#include <QWidget>

class QLineEdit;

namespace sandglass {

class Button;
class PlainLabel;

/// The way to a token for exe.dev: the command that makes one, a field to paste it, and a check of
/// what it may do, which makes and changes nothing there. GUI thread.
class ExeTokenForm : public QWidget
{
    Q_OBJECT

public:
    explicit ExeTokenForm(QWidget *parent = nullptr);

    /// Where exe.dev is, and the token in use, which an empty field stands for.
    void setAccess(const QUrl &exeUrl, const Secret &token);

    /// What was typed or pasted; empty for nothing.
    Secret typed() const;

Q_SIGNALS:
    /// exe.dev takes the token that was typed; sandboxes can be made with it.
    void accepted(const sandglass::Secret &token);

private:
    void build();
    void check();
    void showResult(const Secret &token, const QStringList &missing);
    void showFailure(const Failure &failure);
    void forgetResult();

    QUrl m_exeUrl;
    Secret m_known;
    int m_number = 0; ///< an answer to an earlier check isn't shown
    QLineEdit *m_token;
    Button *m_check;
    PlainLabel *m_result;
    Checks m_checks;
};

} // namespace sandglass
