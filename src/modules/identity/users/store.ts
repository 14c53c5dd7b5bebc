import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Role } from '#kernel/caller.ts'
import type { UserId } from '#kernel/ids.ts'
import type { User } from '../people/store.ts'

interface UserFilter {
  /** The beginnings of words, all of which must be in the name or the address. */
  readonly words: readonly string[]
  readonly uid: UserId | null
  readonly plan: string | null
  readonly role: Role | null
}

const found = sql`to_tsvector('simple', translate(coalesce(u.email, '') || ' ' || u.name, '@.-_+', '     '))`

function conditionsOf({ words, uid, plan, role }: UserFilter): RawBuilder<unknown> {
  const all = [sql`true`]
  if (uid !== null) all.push(sql`u.id = ${uid}`)
  if (words.length > 0)
    all.push(sql`${found} @@ to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`)
  if (plan !== null) all.push(sql`u.plan = ${plan}`)
  if (role !== null) all.push(sql`u.role = ${role}`)
  return sql.join(all, sql` and `)
}

/** Returns a page of users, the newest first. */
export async function selectUsers(
  db: Db,
  filter: UserFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<User[]> {
  const { rows } = await sql<User>`
    select u.* from app_user u where ${conditionsOf(filter)} order by u.id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

/** Counts the users that a filter finds. Without words they are counted already, by plan and role. */
export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  if (filter.words.length === 0 && filter.uid === null) return await sumUsers(db, filter)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from app_user u where ${conditionsOf(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

async function sumUsers(db: Db, { plan, role }: UserFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::bigint as total from user_tally
    where (${plan}::text is null or plan = ${plan}) and (${role}::text is null or role = ${role})`.execute(db)
  return rows[0]?.total ?? 0
}

interface SignIns {
  readonly sessions: number
  readonly lastSignedInAt: Date | null
  readonly apiKeys: number
}

export async function readSignIns(db: Db, uid: UserId, now: Date): Promise<SignIns> {
  const { rows } = await sql<SignIns>`select
      (select count(*) from sign_in_session s where s.uid = ${uid} and s.ended_at is null and s.expires_at > ${now})
        as sessions,
      (select max(s.signed_in_at) from sign_in_session s where s.uid = ${uid}) as "lastSignedInAt",
      (select count(*) from api_key k where k.uid = ${uid} and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > ${now})) as "apiKeys"`.execute(db)
  return rows[0] ?? { sessions: 0, lastSignedInAt: null, apiKeys: 0 }
}
