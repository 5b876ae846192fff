// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/question.h"

#include <QDate>
#include <QStringList>

namespace sandglass {

/// What a model is told of the place where its code runs. Empty fields are left out.
struct PromptFacts
{
    struct PersonCell
    {
        QString code;
        QString result; ///< see ResultText
    };

    QDate date;
    QString pythonVersion; ///< "3.11.7"
    QStringList packages;  ///< that can be imported beside the standard library
    QString workFolder;    ///< as the code sees it
    bool network = false;  ///< cells reach the network
    int cellTimeout = 0;   ///< seconds
    int maxCells = 0;      ///< for one answer
    QList<AttachedFile> files;
    QStringList folders;      ///< listings of folders and big files that are mounted below data/
    bool kernelIsNew = false; ///< variables of earlier cells are lost
    QList<PersonCell> personCells; ///< that the person ran since the last answer
};

/// The system prompt: resources/prompts/system.md with the facts. Bounded: long lists are cut.
QString systemPrompt(const PromptFacts &facts);

} // namespace sandglass
