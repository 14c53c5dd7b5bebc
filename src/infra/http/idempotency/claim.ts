import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import { before, minutes, seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import {
  expiredBy,
  type KeyDeps,
  type KeyedRequest,
  keyColumns,
  openReply,
  type StoredReply,
  sealDigest,
  sealReply,
  selectKeyed,
} from './keyed-request.ts'

/** A request's right to run under its Idempotency-Key. */
export interface Claim {
  readonly keyed: KeyedRequest
  /** Identifies the request. If another request took over, this one can no longer commit. */
  readonly attempt: string
}

/** A request that is still unfinished by then belongs to a process that has ended. */
const leaseMs = minutes(2)

/**
 * Claims a key, or returns the response of the request that had it. A claim outlives its process: if the process ended
 * before anything was committed, the next request takes over; if it ended after that, a repeat is refused, because the
 * change has been made and its response is lost.
 */
export async function claimKey(deps: KeyDeps, keyed: KeyedRequest): Promise<Claim | StoredReply> {
  const known = await selectKeyed(deps.db, deps.clock, keyed).executeTakeFirst()
  const stored = known && openReply(deps.seal, keyed, known)
  if (stored) return stored
  const now = deps.clock.now()
  if (known) {
    const isRunning = known.attempt !== null && known.createdAt > before(now, leaseMs)
    if (isRunning) refuseRunning()
    if (known.tookEffect) refuse('idempotency_answer_lost')
  }

  const attempt = randomUUID()
  const columns = {
    ...keyColumns(keyed),
    sealedReply: sealDigest(deps.seal, keyed),
    attempt,
    status: null,
    etag: null,
    tookEffect: false,
    createdAt: now,
  }
  const { numInsertedOrUpdatedRows } = await deps.db
    .insertInto('idempotency')
    .values(columns)
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'operation', 'idempotencyKey'])
        .doUpdateSet(columns)
        // Otherwise another request stored or changed the row after it was read here.
        .where(({ or, and, eb }) =>
          or([
            eb('idempotency.createdAt', '<=', expiredBy(now)),
            and([eb('idempotency.attempt', '=', known?.attempt ?? null), eb('idempotency.tookEffect', '=', false)]),
          ]),
        ),
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) refuseRunning()
  return { keyed, attempt }
}

const refuseRunning = (): never => refuse('idempotency_in_progress', { retryAfterMs: seconds(1) })

/** Runs in each transaction of the request. A request that another request has replaced is rolled back. */
export async function markEffect(tx: Tx, claim: Claim): Promise<void> {
  const { rows } = await sql`
    update idempotency set took_effect = true where ${isHeld(claim)} returning 1`.execute(tx)
  if (rows.length === 0) refuseRunning()
}

/** Stores the response for repeats. A larger one is not stored: a repeat is refused, and nothing is done twice. */
export async function storeReply(deps: KeyDeps, claim: Claim, reply: StoredReply, secretNote?: string): Promise<void> {
  if (reply.text.length > mostCharacters) {
    await endClaim(deps, claim)
    return
  }
  const { status, sealedReply, etag } = sealReply(deps.seal, claim.keyed, reply, secretNote)
  await sql`
    update idempotency set status = ${status}, sealed_reply = ${sealedReply}, etag = ${etag}
    where ${isHeld(claim)}`.execute(deps.db)
}

const mostCharacters = 1024 * 1024

/**
 * Releases the claim of a refused request, so that a corrected request may use the key. If the request failed
 * after a commit, a repeat is refused.
 */
export async function releaseClaim(deps: KeyDeps, claim: Claim, status: number): Promise<void> {
  await sql`delete from idempotency where ${isHeld(claim)} and (${status < 500} or not took_effect)`.execute(deps.db)
  if (status >= 500) await endClaim(deps, claim)
}

/** Ends a claim whose request took effect but has no response to store. */
const endClaim = ({ db }: KeyDeps, claim: Claim) =>
  sql`update idempotency set took_effect = true, attempt = null where ${isHeld(claim)}`.execute(db)

const isHeld = ({ keyed, attempt }: Claim) => sql`
  uid = ${keyed.uid} and operation = ${keyed.operation} and idempotency_key = ${keyed.idempotencyKey}
  and attempt = ${attempt} and status is null`
