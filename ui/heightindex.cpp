// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heightindex.h"

#include <algorithm>

namespace sandglass {

namespace {

size_t lowBit(size_t i)
{
    return i & (~i + 1);
}

} // namespace

void HeightIndex::clear()
{
    m_heights.clear();
    m_sums.assign(1, 0);
}

void HeightIndex::append(int height)
{
    m_heights.push_back(height);
    const size_t i = m_heights.size();
    int sum = height;
    for (size_t below = i - 1; below > i - lowBit(i); below -= lowBit(below))
        sum += m_sums[below];
    m_sums.push_back(sum);
}

void HeightIndex::set(int index, int height)
{
    const int difference = height - m_heights[static_cast<size_t>(index)];
    m_heights[static_cast<size_t>(index)] = height;
    for (size_t i = static_cast<size_t>(index) + 1; i < m_sums.size(); i += lowBit(i))
        m_sums[i] += difference;
}

int HeightIndex::top(int index) const
{
    int sum = 0;
    for (auto i = static_cast<size_t>(index); i > 0; i -= lowBit(i))
        sum += m_sums[i];
    return sum;
}

int HeightIndex::at(int y) const
{
    size_t place = 0;
    size_t step = 1;
    while (step * 2 < m_sums.size())
        step *= 2;
    for (; step > 0; step /= 2) {
        if (place + step < m_sums.size() && m_sums[place + step] <= y) {
            place += step;
            y -= m_sums[place];
        }
    }
    return std::min(static_cast<int>(place), count() - 1);
}

} // namespace sandglass
