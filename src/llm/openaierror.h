// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/httpcall.h"

#include <QJsonValue>
#include <QUrl>

namespace sandglass {

/// What a server said in an error document: {"error": {"message", "code", "type"}}, "code" being a
/// word or a number, or {"error": "text"}, or {"message": …}. Each of them may be empty. Pure.
struct ServerError
{
    QString message;
    QString code; ///< and type, for looking up words
};

ServerError serverError(const QByteArray &body);

/// An answer that is no 2xx as a Failure. Pure.
Failure answerFailure(const HttpReply &reply, const QUrl &url, const QString &model);

/// The `error` value in the middle of a stream as a Failure. Pure.
Failure streamFailure(const QJsonValue &error);

/// A web page where the API was expected. Pure.
Failure webPageFailure(const QUrl &url);

/// A failure of the network as a person with a model server reads it: one on this computer that
/// isn't running, a reply that broke off after `begun`. Pure.
Failure connectionFailure(const Failure &failure, const QUrl &url, bool begun);

bool isWebPage(const QByteArray &body);
bool saysNoTools(const HttpReply &reply);
bool saysNoStreamOptions(const HttpReply &reply);
bool saysNoCredit(const HttpReply &reply);

} // namespace sandglass
