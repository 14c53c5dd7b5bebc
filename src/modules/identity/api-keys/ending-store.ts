import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { after, before, days } from '#kernel/clock.ts'

interface EndingKey {
  readonly displayPrefix: string
  readonly expiresAt: Date
}

/** A key issued for less time than this expires on purpose. */
const shortLifeMs = days(30)
const soonMs = days(30)
/** An expired key is reported for this long, because its users will have noticed by then. */
const namedMs = days(7)

/**
 * Lists administrative API keys that expire soon or have just expired, such as those used by Prometheus and operators'
 * scripts.
 */
export async function listEndingOperatorKeys(db: Db, now: Date): Promise<readonly EndingKey[]> {
  const { rows } = await sql<EndingKey>`
    select display_prefix, expires_at from api_key
    where revoked_at is null and scopes && '{admin:read,admin:write}'
      and expires_at > ${before(now, namedMs)} and expires_at < ${after(now, soonMs)}
      and expires_at >= created_at + make_interval(secs => ${shortLifeMs / 1_000})
    order by expires_at limit 20`.execute(db)
  return rows
}
