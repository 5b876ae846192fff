// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/imagesize.h"

#include <nlohmann/json.hpp>

namespace sandglass {

namespace {

constexpr double maxSide = 20'000;
constexpr qsizetype maxMetadata = 64 * 1024;

// The numbers come from a kernel: anything may stand there.
int sideOf(const nlohmann::json &size, const char *name)
{
    const auto found = size.find(name);
    if (found == size.end() || !found->is_number())
        return 0;
    const double value = found->get<double>();
    return value >= 1 && value <= maxSide ? static_cast<int>(value) : 0;
}

} // namespace

QSize shownImageSize(const MimeBundle &bundle, const QString &mimeType)
{
    if (bundle.metadata.isEmpty() || bundle.metadata.size() > maxMetadata)
        return {};
    const auto metadata =
        nlohmann::json::parse(bundle.metadata.begin(), bundle.metadata.end(), nullptr, false);
    if (!metadata.is_object())
        return {};
    const auto found = metadata.find(mimeType.toStdString());
    if (found == metadata.end() || !found->is_object())
        return {};
    const QSize size(sideOf(*found, "width"), sideOf(*found, "height"));
    return size.isEmpty() ? QSize() : size;
}

} // namespace sandglass
