// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session.h"

namespace sandglass {

/// What the sessions of both programs are made of: the local sandbox, and the models by settings.
/// The one place besides the main.cpp files that names concrete classes of every room.
Session::Parts localParts();

/// Bytes that the cells of a sandbox may use: the setting, else min(4 GiB, half of the machine's).
qint64 memoryLimit(const Settings &settings);

/// The folder of a conversation's own packages.
QString layerFolder(const QString &conversationFolder);

/// Makes the sandbox of `folder` without a session, e.g. for a check of this computer.
std::unique_ptr<Sandbox> makeLocalSandbox(const QString &folder, const Settings &settings,
                                          const QList<FileRecord> &mounts);

/// `key` is the one of the model's server, or of the gateway the token for exe.dev.
std::unique_ptr<Model> makeModel(const Settings &settings, const Secret &key);

} // namespace sandglass
