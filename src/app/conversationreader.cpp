// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/conversationreader.h"

namespace sandglass {

void ConversationReader::read(const QString &dataFolder, const ConversationId &id, const Done &done,
                              const Failed &failed)
{
    m_worker = std::make_unique<Worker>(QStringLiteral("reader"));
    m_worker->post([this, dataFolder, id, done, failed](std::stop_token stop) {
        std::optional<Failure> failure;
        const auto opened = std::make_shared<OpenedConversation>();
        try {
            *opened = openConversation(dataFolder, id, stop);
            opened->document->moveToThread(thread());
        } catch (const Error &error) {
            failure = error.failure();
        }
        QMetaObject::invokeMethod(
            this,
            [this, opened, failure, done, failed] {
                m_worker.reset();
                if (failure)
                    failed(*failure);
                else
                    done(std::move(*opened));
            },
            Qt::QueuedConnection);
    });
}

} // namespace sandglass
