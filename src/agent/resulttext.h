// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/output.h"

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
    void append(const QByteArray &text);

    qsizetype m_maxLength;
    QByteArray m_tail;
    qint64 m_dropped = 0;
    int m_figures = 0;
};

} // namespace sandglass
