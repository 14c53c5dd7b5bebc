import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import { type ReadBack, type ReadBackCall, seenPart } from '#connectors/contract/read-back.ts'
import { ask, pathOf, sourceAnswer } from './api/calls.ts'
import { isMissing } from './api/instance.ts'
import { shownFiles } from './media/shown-files.ts'
import type { Grant } from './memo.ts'

const status = z.object({ media_attachments: shownFiles })

/** Reads posts with the text as the author wrote it: the server returns HTML, but also stores the source. */
export async function readBack(call: ReadBackCall<Grant>): Promise<readonly ReadBack[]> {
  const all: ReadBack[] = []
  for (const remoteId of call.remoteIds) all.push(await readOne(call, remoteId))
  return all
}

async function readOne({ http, grant }: ReadBackCall<Grant>, remoteId: string): Promise<ReadBack> {
  const path = `/api/v1/statuses/${pathOf(remoteId)}`
  try {
    const shown = readAnswer(await ask(http, grant, { name: 'getStatus', method: 'GET', path }), status)
    const source = { name: 'getStatusSource', method: 'GET', path: `${path}/source` } as const
    const { text } = readAnswer(await ask(http, grant, source), sourceAnswer)
    return seenPart({
      text,
      media: shown.media_attachments,
      tellsAltTexts: true,
    })
  } catch (error) {
    if (isMissing(error)) return 'gone'
    throw error
  }
}
