import { z } from 'zod'
import { ownFailure } from '#connectors/api/json-api.ts'
import { CallFailed, type Http, type Step } from '#connectors/connector.ts'
import { shorten } from '#kernel/text/shorten.ts'
import { errorNameOf } from '../api/error-name.ts'
import { resolveHandle, serverOfDid } from '../api/server.ts'
import { query } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import { bareCard, readCard } from '../media/card.ts'
import type { Card, Memo, Ref } from '../memo.ts'
import { type CardRequest, pieceAt, stepOf } from './pieces.ts'
import { type Quoted, quoteMissing } from './quoted.ts'

const nameMs = 5_000

/** Looks up mentions, the post to quote and the linked page. A handle without an account, or a page without metadata, stays text. */
export const look: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: 60_000,
  async run({ http, grant }, post, memo) {
    const piece = pieceAt(post, memo)
    const { dids, nobody } = await resolveAll(http, grant, piece.mentions)
    const quote = piece.quoted === null ? {} : { quote: await findQuoted(http, grant, piece.quoted) }
    const { card: requestedCard } = piece
    const found = requestedCard && (await readCard(http, requestedCard.uri))
    const noCard = typeof found === 'string' ? found : null
    const card = typeof found === 'string' ? bareCardFor(requestedCard) : found
    const then = stepOf(piece.media.length > 0 || card?.picture ? 'upload' : 'build', piece)
    const warnings = [...nobodyWarning(nobody), ...cardWarning(requestedCard, noCard)]
    return {
      memo: { ...memo, dids, card, ...quote },
      then,
      ...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}),
    }
  },
}

async function findQuoted(http: Http, grant: Grant, quoted: Quoted): Promise<Ref> {
  const { actor } = quoted
  if (actor.startsWith('did:')) return await askQuoted(http, grant, actor, quoted)
  const { dids } = await resolveAll(http, grant, [actor])
  const author = dids[actor]
  if (author === undefined) throw ownFailure(quoteMissing)
  return await askQuoted(http, grant, author, quoted)
}

const bareCardFor = (requestedCard: CardRequest | null): Card | null =>
  requestedCard?.isOnlyPlace ? bareCard(requestedCard.uri) : null

const nobodyWarning = (names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [`Bluesky has no account for ${names.map((name) => `@${name}`).join(', ')}, so it stays plain text.`]

function cardWarning(requestedCard: CardRequest | null, why: string | null): string[] {
  if (!requestedCard || why === null) return []
  const what = requestedCard.isOnlyPlace ? 'has a card with only its URL' : 'has no card'
  return [`${shorten(requestedCard.uri, maxShown, 'graphemes')} ${what}: ${why}.`]
}

const maxShown = 200

async function resolveAll(http: Http, grant: Grant, names: readonly string[]) {
  const dids: Record<string, string> = {}
  const nobody: string[] = []
  for (const name of names) {
    try {
      dids[name] = await resolveHandle(http, grant.server, name, nameMs)
    } catch (error) {
      if (!noSuchHandle.has(errorNameOf(error) ?? '')) throw error
      nobody.push(name)
    }
  }
  return { dids, nobody }
}

/**
 * The error names for a handle that has no account. Any other failure proves nothing about the handle.
 */
const noSuchHandle = new Set(['InvalidRequest', 'HandleNotFound'])

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
async function askQuoted(http: Http, grant: Grant, did: string, quoted: Quoted): Promise<Ref> {
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
