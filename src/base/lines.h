// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

#include <functional>

namespace sandglass {

/// Splits a stream of bytes into lines at \n (a \r before it is dropped), however they are cut.
/// Pure: no I/O. A line longer than `maxLine` bytes throws Error(OutputLimit).
class LineReader
{
public:
    using OnLine = std::function<void(const QByteArray &)>;

    explicit LineReader(qsizetype maxLine);

    /// Gives every line that `bytes` completes to `onLine`, in order.
    void feed(const QByteArray &bytes, const OnLine &onLine);

    /// What came after the last line end: a torn line. Empties the reader.
    QByteArray takeRest();

private:
    qsizetype m_maxLine;
    QByteArray m_rest;
};

} // namespace sandglass
