import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { inTx, type Tx } from '#infra/db/client.ts'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { sendTag, tagOfVersion } from '../answer/conditional.ts'
import {
  type KeyDeps,
  keyColumns,
  openReply,
  placeOf,
  readKeyed,
  sealReply,
  selectKeyed,
  sha256,
} from './keyed-request.ts'

/**
 * The refusals of a route that uses `createOnce`. The Idempotency-Key header in its documentation follows from them.
 */
export const onceRefusals = ['idempotency_in_progress', 'idempotency_key_reused'] as const
/** The same refusals, for a response that shows a secret. */
export const onceSecretRefusals = [...onceRefusals, 'answer_shown_once'] as const

interface OnceOptions<Made> {
  /** Set if the response shows a secret: the response is not stored, and a repeat is refused with this message. */
  repeatSays?(made: Made): string
  /** A value in place of the body, if the route reads the body as a stream. */
  readonly body?: unknown
  /**
   * Runs after the commit and before the response, for work that must not happen within a transaction. A repeat skips
   * it.
   */
  onMade?(made: Made): Promise<void>
}

/**
 * Handles every POST that creates something. The work runs in one transaction. With an Idempotency-Key the response is
 * rendered, encrypted and stored in the same transaction, so that the effect and its record exist together or not at
 * all. A second request while the first runs is refused immediately: waiting would hold a connection for each.
 */
export async function createOnce<Made>(
  deps: KeyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx) => Promise<Made>,
  { repeatSays, onMade, body = request.body }: OnceOptions<Made> = {},
): Promise<FastifyReply> {
  const keyed = readKeyed(request, body)
  if (keyed === null) {
    const made = await inTx(deps.db, work)
    await onMade?.(made)
    return reply.send(made)
  }

  const outcome = await inTx(deps.db, async (tx) => {
    await takeTurn(tx, placeOf(keyed))
    const row = await selectKeyed(tx, deps.clock, keyed).executeTakeFirst()
    const stored = row && openReply(deps.seal, keyed, row)
    if (stored) return { made: null, ...stored }
    const made = await work(tx)
    const rendered = reply.serialize(made)
    const text = typeof rendered === 'string' ? rendered : Buffer.from(rendered as ArrayBuffer).toString('utf8')
    const first = { status: reply.statusCode, text, etag: tagOfVersion(reply, made) }
    const columns = {
      ...keyColumns(keyed),
      createdAt: deps.clock.now(),
      ...sealReply(deps.seal, keyed, first, repeatSays?.(made)),
    }
    await tx
      .insertInto('idempotency')
      .values(columns)
      .onConflict((conflict) => conflict.columns(['uid', 'operation', 'idempotencyKey']).doUpdateSet(columns))
      .execute()
    return { made: { is: made }, ...first }
  })
  if (outcome.made) await onMade?.(outcome.made.is)
  else reply.header('idempotency-replayed', 'true')
  sendTag(reply, outcome.etag)
  return reply.code(outcome.status).type('application/json; charset=utf-8').send(outcome.text)
}

/**
 * True if this key was already used, so `createOnce` will replay a response or refuse. A route can then skip work
 * outside the database that a repeat does not need.
 */
export async function isAnswered(deps: Pick<KeyDeps, 'db' | 'clock'>, request: FastifyRequest): Promise<boolean> {
  const keyed = readKeyed(request, null)
  if (keyed === null) return false
  return (await selectKeyed(deps.db, deps.clock, keyed).executeTakeFirst()) !== undefined
}

async function takeTurn(tx: Tx, place: string): Promise<void> {
  const number = sha256(place).readBigInt64BE(0).toString()
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${number}::bigint) as got`.execute(tx)
  if (!rows[0]?.got) refuse('idempotency_in_progress', { retryAfterMs: seconds(1) })
}
