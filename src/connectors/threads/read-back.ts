import { z } from 'zod'
import { type ReadBack, type ReadBackCall, type SeenFile, seenPart } from '#connectors/contract/read-back.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { ask, isUnknown } from './api.ts'
import type { Grant } from './auth/grant.ts'

const thread = z.object({
  text: z.string().nullish(),
  media_type: z.string().nullish(),
  alt_text: z.string().nullish(),
  children: z.object({ data: z.array(z.unknown()) }).nullish(),
})

/** Reads posts. For a carousel, Threads returns the number of files, not their kinds. */
export async function readBack(call: ReadBackCall<Grant>): Promise<readonly ReadBack[]> {
  const all: ReadBack[] = []
  for (const remoteId of call.remoteIds) all.push(await readOne(call, remoteId))
  return all
}

async function readOne({ http, grant }: ReadBackCall<Grant>, remoteId: string): Promise<ReadBack> {
  try {
    const params = { fields: 'id,text,media_type,alt_text,children' }
    const path = `/${encodeURIComponent(remoteId)}`
    const request = { name: 'getThread', method: 'GET', path, params, token: grant.token } as const
    const post = read(await ask(http, request), thread)
    return seenPart({ text: post.text ?? '', media: listFiles(post), tellsAltTexts: !post.children })
  } catch (error) {
    if (isUnknown(error)) return 'gone'
    throw error
  }
}

function listFiles({ media_type: type, alt_text, children }: z.output<typeof thread>): SeenFile[] {
  if (children) return children.data.map(() => ({ kind: null, altText: null }))
  const kind = type === 'IMAGE' ? 'image' : type === 'VIDEO' ? 'video' : null
  return kind ? [{ kind, altText: alt_text || null }] : []
}
