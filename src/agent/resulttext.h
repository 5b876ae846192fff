// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "agent/tailtext.h"
#include "sandbox/output.h"

#include <QList>
#include <QString>

namespace sandglass {

/// What a model is told of a cell: text output, last value, error, names of new files and how many
/// figures were shown, never the images. Bounded: it keeps the last `maxLength` characters with a
/// note of how much was left out, however much is added.
class ResultText
{
public:
    explicit ResultText(qsizetype maxLength = 10'000);

    void add(const Output &output);
    QString finish(const CellResult &result) const;

private:
    struct Display // one that may be updated: only its newest state counts
    {
        QString id;
        QString text;
        bool isFigure = false;
    };

    void clearIfDue();
    void addBundle(const MimeBundle &bundle);
    void addError(const ErrorOutput &error);
    void addLines(const QByteArray &text);
    QString output() const;
    int figures() const;

    qsizetype m_maxLength;
    TailText m_text;
    QList<Display> m_displays;
    QString m_error;
    int m_figures = 0;
    bool m_clearAtNext = false;
};

} // namespace sandglass
