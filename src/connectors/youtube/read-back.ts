import { z } from 'zod'
import { type ReadBack, type ReadBackCall, seenPart } from '#connectors/contract/read-back.ts'
import { read, videoId } from './api.ts'
import type { Grant } from './auth/grant.ts'

const answer = z.object({
  items: z
    .array(z.object({ id: videoId, snippet: z.object({ title: z.string(), description: z.string() }) }))
    .nullish(),
})

/** Reads videos. YouTube also returns a channel's own private videos. */
export async function readBack({ remoteIds, ...call }: ReadBackCall<Grant>): Promise<readonly ReadBack[]> {
  const { items } = await read(call, 'getVideos', 'videos', { part: 'snippet', id: remoteIds.join(',') }, answer)
  return remoteIds.map((remoteId) => {
    const snippet = items?.find(({ id }) => id === remoteId)?.snippet
    if (!snippet) return 'gone'
    return seenPart({ title: snippet.title, text: snippet.description, media: [{ kind: 'video', altText: null }] })
  })
}
