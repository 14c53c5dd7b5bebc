import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Role } from '#kernel/caller.ts'
import type { UserId } from '#kernel/ids.ts'
import type { User } from '../people/store.ts'

interface UserFilter {
  /** The beginnings of words, all of which must occur in the name or email address. */
  readonly words: readonly string[]
  readonly uid: UserId | null
  readonly plan: string | null
  readonly role: Role | null
}

/** If more users than this match a word, the search walks from the newest user. */
const fewMax = 10_000
/** Search results are counted up to this number, since only the first pages of a search matter. */
const countedMax = 1_000

/** The index range of words with this prefix. */
const begins = (word: string): RawBuilder<unknown> =>
  sql`w.word >= lower(${word}) and w.word < lower(${word}) || chr(1114111)`

/** Returns the word that matches the fewest users, if it matches few. */
async function findRareWord(db: Db, words: readonly string[]): Promise<string | null> {
  let [rare, fewest]: [string | null, number] = [null, fewMax + 1]
  for (const word of words) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (select from user_word w where ${begins(word)} limit ${fewest}) x`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count < fewest) [rare, fewest] = [word, count]
  }
  return rare
}

/**
 * Selects the users that match a filter. Users with a rare word are looked up through it; otherwise the query walks all
 * users.
 */
async function matchesOf(db: Db, { words, uid, plan, role }: UserFilter): Promise<RawBuilder<unknown>> {
  const rare = await findRareWord(db, words)
  const all = [sql`true`]
  if (uid !== null) all.push(sql`u.id = ${uid}`)
  if (plan !== null) all.push(sql`u.plan = ${plan}`)
  if (role !== null) all.push(sql`u.role = ${role}`)
  for (const word of words)
    if (word !== rare) all.push(sql`exists (select from user_word w where w.uid = u.id and ${begins(word)})`)
  const from =
    rare === null
      ? sql`app_user u`
      : sql`(select distinct w.uid from user_word w where ${begins(rare)} limit ${fewMax}) hit join app_user u on u.id = hit.uid`
  return sql`from ${from} where ${sql.join(all, sql` and `)}`
}

/** Returns a page of users, newest first. */
export async function selectUsers(
  db: Db,
  filter: UserFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<User[]> {
  const matches = await matchesOf(db, filter)
  const { rows } = await sql<User>`
    select u.* ${matches} order by u.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/**
 * Counts the users that match a filter, up to `countedMax` if words are searched. Without words, the counts by plan and
 * role already exist.
 */
export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  if (filter.words.length === 0 && filter.uid === null) return await sumUsers(db, filter)
  const matches = await matchesOf(db, filter)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select ${matches} order by u.id desc limit ${countedMax}) x`.execute(db)
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
