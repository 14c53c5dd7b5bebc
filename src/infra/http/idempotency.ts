import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { SealedColumn } from '#infra/db/reseal.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, type Clock, hours, seconds } from '#kernel/clock.ts'
import { refusals, refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { canonical } from '#kernel/json.ts'
import { callerOf } from './access.ts'

const keepMs = hours(24)

/**
 * The refusals of a route that uses `createOnce`. The Idempotency-Key header in its documentation follows from them.
 */
export const onceRefusals = ['idempotency_in_progress', 'idempotency_key_reused'] as const
/** The same refusals, for a response that shows a secret. */
export const onceSecretRefusals = [...onceRefusals, 'answer_shown_once'] as const

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

interface OnceOptions<Made> {
  /** Set if the response shows a secret: the response is not stored, and a repeat is refused with this message. */
  repeatSays?(made: Made): string
  /** A value in place of the body, if the route reads the body as a stream. */
  readonly body?: unknown
  /** Runs after the commit and before the response, for what must not happen within a transaction. A repeat skips it. */
  onMade?(made: Made): Promise<void>
}

/**
 * Handles every POST that creates. The work runs in one transaction. With an Idempotency-Key the response is rendered,
 * encrypted and stored in the same transaction, so that the effect and its record exist together or not at all. A
 * second request while the first runs is refused immediately: waiting would hold a connection for each.
 */
export async function createOnce<Made>(
  deps: { readonly db: Db; readonly clock: Clock; readonly seal: Seal },
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx) => Promise<Made>,
  { repeatSays, onMade, body = request.body }: OnceOptions<Made> = {},
): Promise<FastifyReply> {
  const key = readKey(request)
  if (key === null) {
    const made = await inTx(deps.db, work)
    await onMade?.(made)
    return reply.send(made)
  }

  const { uid } = callerOf(request)
  const operation = operationOf(request)
  const requestHash = sha256(canonical({ path: request.params, body }))
  const place = toSealPlace(uid, operation, key)

  const outcome = await inTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    await takeTurn(tx, place)
    const stored = await tx
      .selectFrom('idempotency')
      .select(['requestHash', 'status', 'sealedReply'])
      .where('idempotency.uid', '=', uid)
      .where('idempotency.operation', '=', operation)
      .where('idempotency.idempotencyKey', '=', key)
      .where('idempotency.createdAt', '>', after(now, -keepMs))
      .executeTakeFirst()
    if (stored) {
      if (!stored.requestHash.equals(requestHash)) refuse('idempotency_key_reused')
      const text = deps.seal.open(stored.sealedReply, place).toString('utf8')
      if (stored.status === refusals.answer_shown_once.status) refuse('answer_shown_once', { detail: text })
      return { made: null, status: stored.status, text }
    }
    const made = await work(tx)
    const rendered = reply.serialize(made)
    const text = typeof rendered === 'string' ? rendered : Buffer.from(rendered as ArrayBuffer).toString('utf8')
    const kept = repeatSays
      ? { status: refusals.answer_shown_once.status, text: repeatSays(made) }
      : { status: reply.statusCode, text }
    const sealedReply = deps.seal.seal(kept.text, place)
    const row = { requestHash, status: kept.status, sealedReply, createdAt: now }
    await tx
      .insertInto('idempotency')
      .values({ uid, operation, idempotencyKey: key, ...row })
      .onConflict((conflict) => conflict.columns(['uid', 'operation', 'idempotencyKey']).doUpdateSet(row))
      .execute()
    return { made: { is: made }, status: reply.statusCode, text }
  })
  if (outcome.made) await onMade?.(outcome.made.is)
  else reply.header('idempotency-replayed', 'true')
  return reply.code(outcome.status).type('application/json; charset=utf-8').send(outcome.text)
}

/**
 * True if this key was already used here, so that `createOnce` will replay a response or refuse. Lets a route skip work
 * outside the database that a repeat does not need.
 */
export async function isAnswered(
  deps: { readonly db: Db; readonly clock: Clock },
  request: FastifyRequest,
): Promise<boolean> {
  const key = readKey(request)
  if (key === null) return false
  const stored = await deps.db
    .selectFrom('idempotency')
    .select('idempotency.status')
    .where('idempotency.uid', '=', callerOf(request).uid)
    .where('idempotency.operation', '=', operationOf(request))
    .where('idempotency.idempotencyKey', '=', key)
    .where('idempotency.createdAt', '>', after(deps.clock.now(), -keepMs))
    .executeTakeFirst()
  return stored !== undefined
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

/**
 * Reads the Idempotency-Key. Its shape has been checked: each route that may refuse `idempotency_key_reused` declares
 * the header.
 */
function readKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' ? key : null
}

async function takeTurn(tx: Tx, place: string): Promise<void> {
  const number = sha256(place).readBigInt64BE(0).toString()
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${number}::bigint) as got`.execute(tx)
  if (!rows[0]?.got) refuse('idempotency_in_progress', { retryAfterMs: seconds(1) })
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Deletes replies that are too old to be replayed. */
export async function forgetOldReplies(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency').where('idempotency.createdAt', '<=', after(now, -keepMs)).execute()
}
