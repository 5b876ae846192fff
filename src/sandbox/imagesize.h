// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/output.h"

#include <QSize>

namespace sandglass {

/// The size in logical pixels at which a picture of the bundle is to be shown, by its metadata
/// (`{"image/png": {"width": 640, "height": 480}}`); invalid where it says nothing usable. Pure.
QSize shownImageSize(const MimeBundle &bundle, const QString &mimeType);

} // namespace sandglass
