import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { SealedColumn } from '#infra/db/reseal.ts'
import type { Seal } from '#infra/seal.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, type Clock, hours, seconds } from '#kernel/clock.ts'
import { refusals, refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { canonical } from '#kernel/json.ts'
import { callerOf } from './access.ts'

const keepMs = hours(24)

/** What a route that goes through `createOnce` may refuse with; the header in its documentation follows from these. */
export const onceRefusals = ['idempotency_in_progress', 'idempotency_key_reused'] as const
/** The same, where the answer shows a secret. */
export const onceSecretRefusals = [...onceRefusals, 'answer_shown_once'] as const

const placeOf = (uid: string, operation: string, key: string): string => `idempotency:${uid}:${operation}:${key}`

export const sealedReplies: SealedColumn = {
  table: 'idempotency',
  column: 'sealed_reply',
  key: ['uid', 'operation', 'idempotency_key'],
  boundTo: placeOf,
  async giveUp(_deps, tx, uid = '', operation = '', key = '') {
    await tx
      .deleteFrom('idempotency')
      .where('idempotency.uid', '=', uid as UserId)
      .where('idempotency.operation', '=', operation)
      .where('idempotency.idempotencyKey', '=', key)
      .execute()
  },
}

export interface OnceOptions<Made> {
  /** Where the answer shows a secret: it is not stored, and a repeat is refused with these words. */
  repeatSays?(made: Made): string
}

/**
 * The door for every POST that creates. The work runs in one transaction; with an Idempotency-Key its answer is
 * rendered and stored, sealed, in that same transaction, so that effect and memory of it are there together or not at
 * all. A second request while the first runs is told so at once: waiting would hold a connection each.
 */
export async function createOnce<Made>(
  deps: { readonly db: Db; readonly clock: Clock; readonly seal: Seal },
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx) => Promise<Made>,
  { repeatSays }: OnceOptions<Made> = {},
): Promise<FastifyReply> {
  const key = readKey(request)
  if (key === null) return reply.send(await inTx(deps.db, work))

  const { uid } = callerOf(request)
  const operation = operationOf(request)
  const requestHash = sha256(canonical({ path: request.params, body: request.body }))
  const place = placeOf(uid, operation, key)

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
      return { replayed: true, status: stored.status, text }
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
    return { replayed: false, status: reply.statusCode, text }
  })
  if (outcome.replayed) reply.header('idempotency-replayed', 'true')
  return reply.code(outcome.status).type('application/json; charset=utf-8').send(outcome.text)
}

/**
 * Whether this key has been used here already, so that `createOnce` will repeat an answer or refuse. For what must be
 * got from elsewhere before the transaction begins: a repeat needs none of it.
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
 * What is asked, and within which reach. A key that is limited to scopes or profiles is another program than the person
 * or a key that may do more: it must not be given what the other was answered, and each may use the same words as a key.
 */
function operationOf(request: FastifyRequest): string {
  const route = `${request.method} ${request.routeOptions.url}`
  const reach = reachOf(callerOf(request))
  return reach === null ? route : `${route} within ${reach}`
}

/** Null: everything that the person may. Two keys with the same limits are the same program, its key renewed. */
function reachOf({ scopes, onlyProfiles }: Caller): string | null {
  if (scopes === null && onlyProfiles === null) return null
  const limits = { scopes: scopes && [...scopes].sort(), profiles: onlyProfiles && [...onlyProfiles].sort() }
  return sha256(canonical(limits)).toString('base64url')
}

/** Its shape has been checked: each route that may refuse `idempotency_key_reused` declares the header. */
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

/** Drops what no replay can ask for any more. */
export async function forgetOldReplies(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency').where('idempotency.createdAt', '<=', after(now, -keepMs)).execute()
}
