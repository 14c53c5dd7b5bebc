import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'

export interface Morning {
  readonly profileId: ProfileId
  readonly profile: string
  /** The day in the zone of the profile. */
  readonly day: string
}

interface When {
  readonly now: Date
  /** The wall-clock times between which it is morning. */
  readonly from: string
  readonly until: string
}

/** Lists profiles with an inbox where it is morning, and whose email of this day is not recorded. */
export async function listMornings(db: Db, { now, from, until }: When, limit: number): Promise<Morning[]> {
  const { rows } = await sql<Morning>`
    select profile_id, profile, wall::date::text as day from (
      select p.id as profile_id, p.name as profile, ${now}::timestamptz at time zone coalesce(p.timezone, u.timezone) as wall
      from profile p join app_user u on u.id = p.owner_uid
      where p.deleted_at is null and exists (
        select from account a join inbox_account i on i.account_id = a.id and i.is_on where a.profile_id = p.id)) one
    where wall::time >= ${from}::time and wall::time < ${until}::time
      and not exists (select from inbox_morning m where m.profile_id = one.profile_id and m.day >= wall::date)
    order by profile_id limit ${limit}`.execute(db)
  return rows
}

/** Records the email of a day. Returns false if that of this or a later day was recorded. */
export async function claimMorning(tx: Tx, { profileId, day }: Morning): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into inbox_morning as m (profile_id, day) values (${profileId}, ${day}::date)
    on conflict (profile_id) do update set day = excluded.day where m.day < excluded.day`.execute(tx)
  return numAffectedRows > 0n
}

interface Left {
  readonly open: number
  /** The longest waits of those without an answer. */
  readonly oldest: readonly { readonly network: Network; readonly kind: string; readonly since: Date }[]
}

/** Reads what is open in a profile, without words and names. `alsoSandbox` includes accounts of the sandbox. */
export async function readLeft(tx: Tx, profileId: ProfileId, alsoSandbox: boolean, most: number): Promise<Left> {
  const open = sql`conversation c join account a on a.id = c.account_id
    where c.profile_id = ${profileId} and c.state = 'open' and c.last_in_at is not null
      and (${alsoSandbox}::boolean or a.mode <> 'sandbox')`
  const { rows: counted } = await sql<{ open: number }>`select count(*)::int as open from ${open}`.execute(tx)
  const { rows: oldest } = await sql<Left['oldest'][number]>`
    select c.network, c.kind, c.unanswered_since as since from ${open} and c.unanswered_since is not null
    order by c.unanswered_since, c.id limit ${most}`.execute(tx)
  return { open: counted[0]?.open ?? 0, oldest }
}

interface Reader {
  readonly uid: UserId
  readonly name: string
  readonly email: string
  readonly locale: string
}

/** Lists the people of a profile who can reply and have an email address. */
export async function listRepliers(tx: Tx, profileId: ProfileId): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id as uid, u.name, u.email, u.locale from app_user u
    where u.disabled_at is null and u.email is not null and (
      exists (select from profile p where p.id = ${profileId} and p.owner_uid = u.id) or exists (
        select from profile_member m where m.profile_id = ${profileId} and m.uid = u.id and m.role in ('admin', 'editor')))
    order by u.id`.execute(tx)
  return rows
}
