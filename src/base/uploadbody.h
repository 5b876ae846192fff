// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QIODevice>

namespace sandglass {

/// A request body that can be read once only. Qt 6.4 silently sends a request again when the peer
/// closes before it answers; a body that can't be rewound makes it report the loss instead.
/// Used in the thread of the call, owned by it.
class UploadBody : public QIODevice
{
public:
    explicit UploadBody(QByteArray body);

    bool isSequential() const override { return true; }
    bool reset() override { return false; }
    bool atEnd() const override { return m_position >= m_body.size(); }
    qint64 bytesAvailable() const override { return m_body.size() - m_position; }

protected:
    qint64 readData(char *data, qint64 maxSize) override;
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    QByteArray m_body;
    qint64 m_position = 0;
};

} // namespace sandglass
