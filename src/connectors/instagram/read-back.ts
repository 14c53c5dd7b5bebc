import { z } from 'zod'
import { type ReadBack, type ReadBackCall, type SeenFile, seenPart } from '#connectors/contract/read-back.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { ask, isUnknown } from './api.ts'
import { authorOf, type Grant } from './auth/grant.ts'

const media = z.object({
  caption: z.string().nullish(),
  media_type: z.string().nullish(),
  alt_text: z.string().nullish(),
  children: z.object({ data: z.array(z.object({ media_type: z.string().nullish() })) }).nullish(),
})

/** Reads posts. Instagram returns the alt text of single images only. */
export async function readBack(call: ReadBackCall<Grant>): Promise<readonly ReadBack[]> {
  const all: ReadBack[] = []
  for (const remoteId of call.remoteIds) all.push(await readOne(call, remoteId))
  return all
}

async function readOne({ http, grant, post }: ReadBackCall<Grant>, remoteId: string): Promise<ReadBack> {
  try {
    const params = { fields: 'id,caption,media_type,alt_text,children{media_type}' }
    const path = `/${encodeURIComponent(remoteId)}`
    const request = { name: 'getMedia', method: 'GET', path, params } as const
    const { caption, children, ...only } = read(await ask(http, authorOf(grant, post), request), media)
    return seenPart({
      text: caption ?? '',
      media: children ? children.data.map((item) => seenFile(item)) : [seenFile(only)],
      tellsAltTexts: only.media_type === 'IMAGE' && post.format !== 'story',
    })
  } catch (error) {
    if (isUnknown(error)) return 'gone'
    throw error
  }
}

const seenFile = (item: {
  media_type?: string | null | undefined
  alt_text?: string | null | undefined
}): SeenFile => ({
  kind: item.media_type === 'VIDEO' ? 'video' : item.media_type === 'IMAGE' ? 'image' : null,
  altText: item.alt_text || null,
})
