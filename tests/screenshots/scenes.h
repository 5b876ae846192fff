// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/fakes.h"
#include "ui/conversationpage.h"

#include <vector>

namespace sandglass::test {

/// A state of the window worth looking at, and what the scripted sandbox and model do to reach it.
struct Scene
{
    QString name;
    QString question; ///< empty: the window as it starts
    CellScript cell;
    FakeModel::Script model;
    QStringList files;
    std::optional<Failure> failure;
    bool scrollsUp = false;
    std::function<bool(const ConversationPage &)> isReached;
};

std::vector<Scene> scenes();

} // namespace sandglass::test
