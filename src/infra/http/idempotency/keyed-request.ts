import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#infra/db/client.ts'
import type { SealedColumn } from '#infra/db/reseal.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, type Clock, hours } from '#kernel/clock.ts'
import { refusals, refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { canonical } from '#kernel/json.ts'
import { callerOf } from '../access.ts'

const keepMs = hours(24)

/** A key that was first used at this time or earlier has expired. */
export const expiredBy = (now: Date): Date => before(now, keepMs)

export interface KeyDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
}

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  readonly uid: UserId
  readonly operation: string
  readonly idempotencyKey: string
  /** The canonical text of the request. A different request with the same key is refused. */
  readonly sent: string
}

/** Returns the request with its key, or null if it has none. `body` replaces a body that was read as a stream. */
export function readKeyed(request: FastifyRequest, body: unknown = request.body): KeyedRequest | null {
  const idempotencyKey = readKey(request)
  if (idempotencyKey === null) return null
  const { params: path, query } = request
  const hasQuery = Object.keys(query as object).length > 0
  return {
    uid: callerOf(request).uid,
    operation: operationOf(request),
    idempotencyKey,
    sent: canonical({ path, body, ...(hasQuery ? { query } : {}) }),
  }
}

/**
 * Reads the Idempotency-Key. Its shape has been checked: the edge declares the header for each route that supports it.
 */
function readKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' ? key : null
}

/**
 * Identifies the operation and the caller's reach. A key limited to scopes or profiles is a different program from the
 * user or from a key with more rights: neither may receive the other's response, and each may use the same
 * Idempotency-Key.
 */
function operationOf(request: FastifyRequest): string {
  const route = `${request.method} ${request.routeOptions.url}`
  const reach = reachOf(callerOf(request))
  return reach === null ? route : `${route} within ${reach}`
}

/**
 * Returns a digest of the key's limits, or null if it may do everything that the user may. Two keys with the same
 * limits are the same program with a renewed key.
 */
function reachOf({ scopes, onlyProfiles }: Caller): string | null {
  if (scopes === null && onlyProfiles === null) return null
  const limits = { scopes: scopes && [...scopes].sort(), profiles: onlyProfiles && [...onlyProfiles].sort() }
  return sha256(canonical(limits)).toString('base64url')
}

/** Selects the row of a key that has not expired. */
export const selectKeyed = (db: Db, clock: Clock, { uid, operation, idempotencyKey }: KeyedRequest) =>
  db
    .selectFrom('idempotency')
    .select(['requestHash', 'status', 'sealedReply', 'etag', 'attempt', 'tookEffect', 'createdAt'])
    .where('idempotency.uid', '=', uid)
    .where('idempotency.operation', '=', operation)
    .where('idempotency.idempotencyKey', '=', idempotencyKey)
    .where('idempotency.createdAt', '>', expiredBy(clock.now()))

/** A stored response, as a repeat receives it. */
export interface StoredReply {
  readonly status: number
  readonly text: string
  readonly etag: string | null
}

interface StoredRow {
  readonly requestHash: Buffer
  readonly status: number | null
  readonly sealedReply: Buffer
  readonly etag: string | null
}

/** Returns the stored response; null if the first request has none yet. Refuses a repeat that may not have it. */
export function openReply(seal: Seal, keyed: KeyedRequest, stored: StoredRow): StoredReply | null {
  const opened = seal.open(stored.sealedReply, placeOf(keyed)).toString('utf8')
  const digest = digestOf(keyed)
  // An earlier version stored the digest next to the response.
  const isEarlier = stored.requestHash.length > 0
  const isSame = isEarlier ? stored.requestHash.equals(sha256(keyed.sent)) : opened.startsWith(`${digest}\n`)
  if (!isSame) refuse('idempotency_key_reused')
  if (stored.status === null) return null
  const text = isEarlier ? opened : opened.slice(digest.length + 1)
  if (stored.status === refusals.answer_shown_once.status) refuse('answer_shown_once', { detail: text })
  return { status: stored.status, text, etag: stored.etag }
}

const digestOf = ({ sent }: KeyedRequest): string => sha256(sent).toString('base64url')

/** Returns the columns that identify a request. */
export const keyColumns = ({ uid, operation, idempotencyKey }: KeyedRequest) => ({
  uid,
  operation,
  idempotencyKey,
  requestHash: Buffer.alloc(0),
})

/**
 * Seals the digest of a request with its response, which a running request does not have yet. The digest is sealed, because
 * a body can contain a password, which a reader of the database could guess from it.
 */
export const sealDigest = (seal: Seal, keyed: KeyedRequest, text = ''): Buffer =>
  seal.seal(`${digestOf(keyed)}\n${text}`, placeOf(keyed))

/** Returns the columns of a response. With `secretNote`, the response stays secret: a repeat is refused with the note. */
export const sealReply = (seal: Seal, keyed: KeyedRequest, reply: StoredReply, secretNote?: string) => ({
  status: secretNote === undefined ? reply.status : refusals.answer_shown_once.status,
  sealedReply: sealDigest(seal, keyed, secretNote ?? reply.text),
  etag: reply.etag,
})

/** The context that a stored response is sealed for. */
export const placeOf = ({ uid, operation, idempotencyKey }: KeyedRequest): string =>
  toSealPlace(uid, operation, idempotencyKey)

const toSealPlace = (uid: string, operation: string, key: string): string => `idempotency:${uid}:${operation}:${key}`

export const sealedReplies: SealedColumn = {
  table: 'idempotency',
  column: 'sealed_reply',
  key: ['uid', 'operation', 'idempotency_key'],
  boundTo: toSealPlace,
  async giveUp(_deps, tx, uid = '', operation = '', key = '') {
    await tx
      .deleteFrom('idempotency')
      .where('idempotency.uid', '=', uid as UserId)
      .where('idempotency.operation', '=', operation)
      .where('idempotency.idempotencyKey', '=', key)
      .execute()
  },
}

/** Deletes responses that are too old to be replayed. */
export async function forgetOldReplies(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency').where('idempotency.createdAt', '<=', expiredBy(now)).execute()
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
