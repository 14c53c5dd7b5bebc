import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { embeddedIssuer } from '../issuers.ts'
import type { User } from '../people/store.ts'

interface UserPassword {
  readonly passwordHash: string
  /** True if the user has signed in from that place. */
  readonly isKnownThere: boolean
}

/** Returns the user and the password hash in one statement, so that an unknown address costs as much as a known one. */
export const findPasswordByEmail = (
  db: Db,
  email: string,
  placeHash: Buffer,
): Promise<(User & UserPassword) | undefined> =>
  db
    .selectFrom('appUser')
    .innerJoin('passwordCredential', 'passwordCredential.uid', 'appUser.id')
    .selectAll('appUser')
    .select('passwordCredential.passwordHash')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('signInSession')
          .select('signInSession.id')
          .whereRef('signInSession.uid', '=', 'appUser.id')
          .where('signInSession.place', '=', placeHash),
      )
        .$castTo<boolean>()
        .as('isKnownThere'),
    )
    .where('appUser.issuer', '=', embeddedIssuer)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['appUser.email']), '=', email.toLowerCase()))
    .executeTakeFirst()

export async function findPasswordHash(tx: Tx, uid: UserId): Promise<string | null> {
  const row = await tx
    .selectFrom('passwordCredential')
    .select('passwordCredential.passwordHash')
    .where('passwordCredential.uid', '=', uid)
    .executeTakeFirst()
  return row?.passwordHash ?? null
}

export async function deletePassword(tx: Tx, uid: UserId): Promise<void> {
  await tx.deleteFrom('passwordCredential').where('passwordCredential.uid', '=', uid).execute()
}

export async function upsertPassword(tx: Tx, uid: UserId, passwordHash: string, updatedAt: Date): Promise<void> {
  await tx
    .insertInto('passwordCredential')
    .values({ uid, passwordHash, updatedAt })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ passwordHash, updatedAt }))
    .execute()
}

/** The pauses caused by consecutive wrong attempts. */
export interface GuessPace {
  /** The number of attempts without a wait. The next one waits a second, and each later one twice as long. */
  readonly free: number
  readonly longestPauseMs: number
  /** The time without a wrong attempt after which the count restarts. */
  readonly forgetMs: number
}

/**
 * Counts an attempt before its outcome is known, so that concurrent attempts count like consecutive ones. Returns the
 * number of consecutive attempts. During a pause, it returns null and counts nothing.
 */
export async function countGuess(db: Db, lane: Buffer, pace: GuessPace, now: Date): Promise<number | null> {
  const pauseMs = sql`least(${pace.longestPauseMs}::float8, 1000 * 2 ^ least(g.failures + 1 - ${pace.free}::int, 30))`
  const isOld = sql`g.failed_at < ${now}::timestamptz - ${pace.forgetMs}::float8 * interval '1 ms'`
  const { rows } = await sql<{ failures: number }>`
    insert into password_guess as g (lane, failures, failed_at, free_at) values (${lane}, 1, ${now}, ${now})
    on conflict (lane) do update set failed_at = excluded.failed_at,
      failures = case when ${isOld} then 1 else g.failures + 1 end,
      free_at = case when ${isOld} or g.failures + 1 < ${pace.free}::int then excluded.free_at
        else excluded.free_at + ${pauseMs} * interval '1 ms' end
    where g.free_at <= excluded.failed_at
    returning failures`.execute(db)
  return rows[0]?.failures ?? null
}

export async function findFreeAt(db: Db, lane: Buffer): Promise<Date | null> {
  const row = await db
    .selectFrom('passwordGuess')
    .select('passwordGuess.freeAt')
    .where('passwordGuess.lane', '=', lane)
    .executeTakeFirst()
  return row?.freeAt ?? null
}

export async function deleteGuesses(db: Db, lane: Buffer): Promise<void> {
  await db.deleteFrom('passwordGuess').where('passwordGuess.lane', '=', lane).execute()
}

/** Subtracts the last counted attempt, because it succeeded. */
export async function uncountGuess(db: Db, lane: Buffer): Promise<void> {
  await sql`update password_guess set failures = failures - 1, free_at = failed_at
    where lane = ${lane} and failures > 0`.execute(db)
}

export async function deleteOldGuesses(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('passwordGuess').where('passwordGuess.failedAt', '<', before).execute()
}
