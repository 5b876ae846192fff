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
    bool reopens = false; ///< the window is closed and the conversation opened again
    std::function<bool(const ConversationPage &)> isReached;
    std::function<void(ConversationPage &)> act; ///< then
    QList<ModelEndpoint> endpoints;              ///< that are set up
    bool isListed = false;                       ///< with a list of older conversations
    /// What is drawn; the window where there is none.
    std::function<QWidget *(ConversationPage &)> shown;
};

std::vector<Scene> scenes();
/// Of them, the states that cells can be in.
std::vector<Scene> cellScenes();
/// And those of the window around them.
std::vector<Scene> frameScenes();
/// And of virtual machines at exe.dev.
std::vector<Scene> exeScenes();

} // namespace sandglass::test
