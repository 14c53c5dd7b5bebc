import { createHash } from 'node:crypto'
import { z } from 'zod'
import { goesAsVideo } from '#connectors/check/media/media-rules.ts'
import {
  type Call,
  CallFailed,
  type Http,
  type JsonObject,
  type Next,
  type Outgoing,
  type Step,
} from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'
import { hasMoreGraphemes } from '#rules/count/graphemes.ts'
import { bluesky as limits } from '#rules/networks/bluesky.ts'
import { errorNameOf } from '../api/error-name.ts'
import { procedure, query } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import type { Memo, PostRecord, Ref } from '../memo.ts'
import { settingsOf } from '../settings.ts'
import { firstStepOf, type Piece, pieceAt, piecesOf, stepOf } from './pieces.ts'
import { buildRecord, maxVideoAltGraphemes } from './record.ts'

export const postCollection = 'app.bsky.feed.post'

const inMicros = (micros: number): string => {
  const seconds = new Date(Math.floor(micros / 1_000)).toISOString().slice(0, 19)
  return `${seconds}.${String(micros % 1_000_000).padStart(6, '0')}Z`
}

/**
 * The maximum lead of the last date that clock skew can explain. A greater lead means that our own clock was set back.
 */
const maxAheadMicros = 1_000_000

const dateOf = createDating()

/** Builds the record and freezes it: every attempt after one with an unknown outcome sends exactly these bytes. */
export const build: Step<Grant, Memo> = {
  repeat: 'safe',
  async run({ now }, post, memo) {
    const piece = pieceAt(post, memo)
    const record = buildRecord(post, piece, memo, dateOf(now))
    return { memo: { ...memo, record }, then: stepOf('put', piece), ...(isAltCut(piece) ? { warning: altCut } : {}) }
  },
}

/**
 * Writes the record under our own key, and only if no record exists there, so a repeat can neither create a second post
 * nor edit the first.
 */
export const put: Step<Grant, Memo> = {
  repeat: 'safe',
  shows: true,
  preparedBy: 'build',
  settleMs: 0,
  async run(call, post, memo) {
    const piece = pieceAt(post, memo)
    const record = frozen(memo)
    try {
      const input = { ...place(call, piece), record, swapRecord: null }
      return onwards(call, post, memo, piece, await putRecord(call, input))
    } catch (error) {
      if (errorNameOf(error) !== 'InvalidSwap') throw error
      const there = await readOurs(call, piece, record)
      if (!there) throw error
      return onwards(call, post, memo, piece, there)
    }
  },
  async find(call, post, memo) {
    const piece = pieceAt(post, memo)
    const there = await readOurs(call, piece, frozen(memo))
    return there ? onwards(call, post, memo, piece, there) : 'absent'
  },
}

const altCut = `The alt text of the video is longer than Bluesky allows, so it was cut to ${maxVideoAltGraphemes} characters.`

const isAltCut = ({ media: [item] }: Piece): boolean =>
  item !== undefined && goesAsVideo(item, limits) && hasMoreGraphemes(item.altText ?? '', maxVideoAltGraphemes)

function frozen({ record }: Memo): PostRecord {
  if (!record) throw new Error('a record is built before it is sent')
  return record
}

const place = ({ grant, born, key }: Call<Grant>, { at }: Pick<Piece, 'at'>) => ({
  repo: grant.did,
  collection: postCollection,
  rkey: tidOf(born, key(0), at),
})

const written = z.object({ uri: z.string(), cid: z.string() })

export const putRecord = ({ http, grant }: Call<Grant>, input: JsonObject): Promise<Ref> =>
  procedure(http, { server: grant.server, nsid: 'com.atproto.repo.putRecord', as: grant, input }, written)

const stored = written.extend({ value: z.object({ text: z.string() }) })

/**
 * Reads the record under our key if it is this post. Returns null if the key is free or has another post. The date is
 * not compared, because a rebuilt record has a different one and no other publication is likely to have the same key.
 */
async function readOurs(call: Call<Grant>, piece: Piece, record: PostRecord): Promise<Ref | null> {
  const { grant } = call
  try {
    const params = place(call, piece)
    const request = { server: grant.server, nsid: 'com.atproto.repo.getRecord', params, as: grant }
    const { uri, cid, value } = await query(call.http, request, stored)
    return value.text === record.text ? { uri, cid } : null
  } catch (error) {
    if (error instanceof CallFailed && isNotThere(error)) return null
    throw error
  }
}

/** True if the record does not exist. Servers from before 2025 have no error name for this. */
export function isNotThere({ failure }: CallFailed): boolean {
  const body = failure.sent === 'answered' && failure.status === 400 ? jsonOf(failure) : null
  return body?.error === 'RecordNotFound' || (body?.error === 'InvalidRequest' && isLocate(body.message))
}
const isLocate = (message: unknown): boolean => typeof message === 'string' && /^Could not locate record/.test(message)

function onwards({ http }: Call<Grant>, post: Outgoing, memo: Memo, piece: Piece, { uri, cid }: Ref): Next<Memo> {
  const next = piecesOf(post)[piece.at + 1]
  const ours = { at: piece.at + 1, posts: [...(memo.posts ?? []), { uri, cid }] }
  const shown = piece.isComment ? {} : { shown: { part: piece.at, remoteId: uri, url: urlOf(http, uri) } }
  const isLastPart = piece.at === post.parts.length - 1
  const { replies = 'everyone' } = settingsOf(post.settings)
  if (isLastPart && replies !== 'everyone') return { memo: ours, ...shown, then: 'gate' }
  return next ? { memo: ours, ...shown, then: firstStepOf(next) } : { memo: ours, ...shown, end: true }
}

/** Returns the URL of a post. It contains the DID, so it still works after a change of handle. */
export function urlOf({ addresses }: Pick<Http, 'addresses'>, uri: string): string {
  const [, , did, , rkey] = uri.split('/')
  return `${addresses.web ?? 'https://bsky.app'}/profile/${did}/post/${rkey}`
}

/**
 * Dates records to the microsecond. Feeds sort and page by that date, so no two records share one: a record that is
 * built in the same microsecond as the previous one gets the next.
 */
export function createDating(): (now: Date) => string {
  let last = 0
  return (now) => {
    const micros = now.getTime() * 1_000
    const isTaken = micros <= last && last - micros < maxAheadMicros
    last = isTaken ? last + 1 : micros
    return inMicros(last)
  }
}

const alphabet = '234567abcdefghijklmnopqrstuvwxyz'
/** The maximum time shift of a key: 20 bits of microseconds, a little over a second. */
const spread = 1n << 20n

/**
 * Derives the record key of a part: 53 bits of microseconds and 10 bits of clock id. Because the key is derived, every
 * attempt names the same record. One account may create many posts in the same millisecond; 30 bits of the
 * publication's own key keep them apart. The key's time is never later than the creation time, and the parts of a
 * thread are in order.
 */
export function tidOf(born: Date, key: string, part: number): string {
  const digest = BigInt(createHash('sha256').update(key).digest().readUInt32BE(0))
  const micros = BigInt(born.getTime()) * 1_000n - spread + (digest & (spread - 1n)) + BigInt(part)
  return encode((micros << 10n) | (digest >> 22n))
}

function encode(value: bigint): string {
  let rest = value
  let text = ''
  for (let place = 0; place < 13; place += 1) {
    text = alphabet[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}
