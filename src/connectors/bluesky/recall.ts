import { z } from 'zod'
import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import { query } from './api/xrpc.ts'
import type { Grant } from './auth/grant.ts'
import { pieceAt } from './post/pieces.ts'
import { postCollection, urlOf } from './post/put.ts'

/** Largest difference expected between the clocks of two machines. */
const apartMs = 120_000
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

/** The newest records come first, by their keys, which follow the time. */
export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  const { text } = pieceAt(post, {})
  const sinceMs = call.since.getTime() - apartMs
  const mine: string[] = []
  let cursor: string | undefined
  for (let nth = 0; nth < pagesMax; nth += 1) {
    const { records, cursor: next } = await listPage(call, cursor)
    for (const { uri, value } of records) {
      const isLike = value.text === text && value.reply === undefined && Date.parse(value.createdAt) >= sinceMs
      if (isLike && (await call.ours(uri))) mine.push(uri)
    }
    const oldest = records.at(-1)
    cursor = next
    if (!next || !oldest || Date.parse(oldest.value.createdAt) < sinceMs) return one(call, mine, true)
  }
  return one(call, mine, false)
}

const listPage = ({ http, grant }: RecallCall<Grant>, cursor: string | undefined) => {
  const { server, did } = grant
  const params = { repo: did, collection: postCollection, limit: String(pageSize), ...(cursor ? { cursor } : {}) }
  return query(http, { server, nsid: 'com.atproto.repo.listRecords', params, as: grant }, page)
}

function one({ http }: RecallCall<Grant>, [found, ...others]: readonly string[], isWhole: boolean): Recalled {
  if (found !== undefined && others.length === 0) return { remoteId: found, url: urlOf(http, found) }
  return found !== undefined || !isWhole ? 'unsure' : 'absent'
}
