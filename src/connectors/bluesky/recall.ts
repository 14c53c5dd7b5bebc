import { z } from 'zod'
import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import { earliestMs, readBack, selectOnly } from '#connectors/search/search.ts'
import { query } from './api/xrpc.ts'
import type { Grant } from './auth/grant.ts'
import { pieceAt } from './post/pieces.ts'
import { postCollection, urlOf } from './post/put.ts'

const pageSize = 100
const pagesMax = 5

const page = z.object({
  records: z.array(
    z.object({
      uri: z.string(),
      value: z.object({ text: z.string(), createdAt: z.string(), reply: z.unknown().optional() }),
    }),
  ),
  cursor: z.string().optional(),
})

/** Finds a post among the newest records. They are sorted by key, and keys follow the creation time. */
export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  const { text } = pieceAt(post, {})
  const sinceMs = earliestMs(call.since)
  const recent = await readBack(pagesMax, async (cursor: string | undefined) => {
    const { records, cursor: next } = await listPage(call, cursor)
    const oldest = records.at(-1)
    return { posts: records, isLast: !next || !oldest || Date.parse(oldest.value.createdAt) < sinceMs, next }
  })
  const found = await selectOnly(recent, async ({ uri, value }) => {
    const isLike = value.text === text && value.reply === undefined && Date.parse(value.createdAt) >= sinceMs
    return isLike && (await call.ours(uri))
  })
  return typeof found === 'string' ? found : { remoteId: found.uri, url: urlOf(call.http, found.uri) }
}

const listPage = ({ http, grant }: RecallCall<Grant>, cursor: string | undefined) => {
  const { server, did } = grant
  const params = { repo: did, collection: postCollection, limit: String(pageSize), ...(cursor ? { cursor } : {}) }
  return query(http, { server, nsid: 'com.atproto.repo.listRecords', params, as: grant }, page)
}
