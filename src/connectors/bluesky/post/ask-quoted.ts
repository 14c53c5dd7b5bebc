import { z } from 'zod'
import { ownFailure } from '#connectors/api/json-api.ts'
import { CallFailed, type Http } from '#connectors/connector.ts'
import { errorNameOf } from '../api/error-name.ts'
import { serverOfDid } from '../api/server.ts'
import { query } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import type { Ref } from '../memo.ts'
import { type Quoted, quoteMissing } from './quoted.ts'

const posts = z.object({
  posts: z.array(
    z.object({
      uri: z.string(),
      cid: z.string(),
      viewer: z.object({ embeddingDisabled: z.boolean().optional() }).optional().catch(undefined),
    }),
  ),
})

/** Requests the post to quote. The quote names its record by URI and CID. */
export async function askQuoted(http: Http, grant: Grant, did: string, quoted: Quoted): Promise<Ref> {
  const params = { uris: [`at://${did}/app.bsky.feed.post/${quoted.key}`] }
  const call = { server: grant.server, nsid: 'app.bsky.feed.getPosts', params, as: grant }
  const answer = await query(http, call, posts).catch((error: unknown) => {
    if (isAway(error)) return error
    throw error
  })
  if (answer instanceof CallFailed) return await askAtHome(http, did, quoted, answer)
  const [found] = answer.posts
  if (!found || found.viewer?.embeddingDisabled) throw ownFailure(quoteMissing)
  return { uri: found.uri, cid: found.cid }
}

/** True if the server could not reach the service that shows posts (the AppView). The post itself may exist. */
const isAway = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.failure.sent === 'answered' && (error.failure.status ?? 0) >= 500

const record = z.object({ uri: z.string(), cid: z.string() })
const rules = z.object({ value: z.object({ embeddingRules: z.array(z.unknown()).optional() }) })

/** Reads the post and its author's quote rule from the server that has the author's records. */
async function askAtHome(http: Http, did: string, { key }: Quoted, away: CallFailed): Promise<Ref> {
  const server = await serverOfDid(http, did)
  if (server === null) throw away
  const read = async <Shape extends z.ZodType>(collection: string, shape: Shape) => {
    const params = { repo: did, collection, rkey: key }
    try {
      return await query(http, { server, nsid: 'com.atproto.repo.getRecord', params, timeoutMs: lookMs }, shape)
    } catch (error) {
      if (errorNameOf(error) === 'RecordNotFound') return null
      throw error
    }
  }
  const found = await read('app.bsky.feed.post', record)
  const gate = await read('app.bsky.feed.postgate', rules)
  if (found === null || (gate?.value.embeddingRules ?? []).length > 0) throw ownFailure(quoteMissing)
  return { uri: found.uri, cid: found.cid }
}

const lookMs = 10_000
