import { z } from 'zod'
import { readAnswer, sendJson } from '#connectors/api/json-api.ts'
import { CallFailed } from '#connectors/connector.ts'
import { type ReadBack, type ReadBackCall, seenPart } from '#connectors/contract/read-back.ts'
import type { Grant } from './auth/grant.ts'
import { errorOf } from './verdicts/verdicts.ts'

const text = z.string().nullish()
const pin = z.object({
  title: text,
  description: text,
  alt_text: text,
  media: z.object({ media_type: text }).nullish(),
})

/** Reads pins. For a pin with several images Pinterest returns only the kind, not the images. */
export async function readBack(call: ReadBackCall<Grant>): Promise<readonly ReadBack[]> {
  const all: ReadBack[] = []
  for (const remoteId of call.remoteIds) all.push(await readOne(call, remoteId))
  return all
}

async function readOne({ http, grant }: ReadBackCall<Grant>, remoteId: string): Promise<ReadBack> {
  const request = { name: 'getPin', method: 'GET', path: `/pins/${encodeURIComponent(remoteId)}` } as const
  try {
    const answer = await sendJson(http, { ...request, token: grant.accessToken })
    const { title, description, alt_text, media } = readAnswer(answer, pin)
    const kind = media?.media_type === 'image' || media?.media_type === 'video' ? media.media_type : null
    return seenPart({
      title: title ?? '',
      text: description ?? '',
      media: kind ? [{ kind, altText: alt_text || null }] : null,
      tellsAltTexts: kind === 'image',
    })
  } catch (error) {
    if (error instanceof CallFailed && errorOf(error.failure)?.status === 404) return 'gone'
    throw error
  }
}
