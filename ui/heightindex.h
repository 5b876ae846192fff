// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace sandglass {

/// Heights of a column of things, of which one changes at a time: where each begins and which lies
/// at a place, in logarithmic time (a Fenwick tree). Pure.
class HeightIndex
{
public:
    int count() const { return static_cast<int>(m_heights.size()); }
    int height(int index) const { return m_heights[static_cast<size_t>(index)]; }
    int total() const { return top(count()); }

    void clear();
    void append(int height);
    void set(int index, int height);

    /// Sum of the heights before `index`, which may be count().
    int top(int index) const;
    /// The thing at `y`; the first above the column, the last below it, -1 where there is none.
    int at(int y) const;

private:
    std::vector<int> m_heights;
    std::vector<int> m_sums{0}; ///< m_sums[i] covers the lowest bit's worth of heights before i
};

} // namespace sandglass
