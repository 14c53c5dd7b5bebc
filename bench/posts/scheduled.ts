import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { newId } from '#kernel/ids.ts'
import type { Connected } from './people.ts'
import type { Call } from './sandbox.ts'

export interface Scheduled {
  readonly account: Connected
  readonly dueAt: Date
  readonly text: string
}

/**
 * Writes scheduled posts with one target each directly to the database, as the API would store them: ten thousand API
 * calls would take longer than the measurement.
 */
export async function schedule(db: Db, ownerUid: string, posts: readonly Scheduled[]): Promise<void> {
  const rows = posts.map(({ account: { id: accountId, profileId, network, chosen, file }, dueAt, text }) => ({
    id: newId<'post'>(dueAt),
    targetId: newId<'tgt'>(dueAt),
    accountId,
    profileId,
    network,
    dueAt,
    text,
    // Only videos have their own title, and YouTube requires it.
    title: network === 'youtube' ? text : null,
    media: file === null ? [] : [file],
    mediaId: file?.mediaId ?? null,
    settings: Object.keys(chosen).length === 0 ? {} : { [network]: chosen },
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, "targetId" uuid,
    "accountId" uuid, "profileId" uuid, network text, "dueAt" timestamptz, text text, title text,
    media jsonb, "mediaId" uuid, settings jsonb)`
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into post (id, owner_uid, author_uid, profile_id, intent, status, status_since, content, title, format,
        media, settings, scheduled_at, created_at, updated_at)
      select x.id, ${ownerUid}, ${ownerUid}, x."profileId", 'scheduled', 'scheduled', ph.now(), x.text, x.title, 'post',
        x.media, x.settings, x."dueAt", ph.now(), ph.now() from ${given}`.execute(tx)
    await sql`
      insert into post_target (id, owner_uid, post_id, account_id, network, position, created_at)
      select x."targetId", ${ownerUid}, x.id, x."accountId", x.network, 0, ph.now() from ${given}`.execute(tx)
    await sql`
      insert into media_use (media_id, post_id) select x."mediaId", x.id from ${given}
      where x."mediaId" is not null`.execute(tx)
  })
}

/** Updates the planner's statistics, which are up to date in an installation where posts arrive over days. */
export async function analyze(db: Db): Promise<void> {
  await sql`analyze post, post_target, account, remote_account, network_grant, profile`.execute(db)
}

interface Outcome {
  readonly published: number
  readonly open: number
  readonly other: number
}

export async function outcome(db: Db): Promise<Outcome> {
  const { rows } = await sql<Outcome>`
    select (count(*) filter (where status = 'published'))::int as published,
      (count(*) filter (where status in ('draft', 'scheduled', 'queued', 'publishing')))::int as open,
      (count(*) filter (where status in ('partial', 'failed', 'unknown')))::int as other from post`.execute(db)
  return rows[0] ?? { published: 0, open: 0, other: 0 }
}

/**
 * Returns how late each post was, in ms: its call at the sandbox minus its due time. An account publishes in the order of
 * due times, so the nth call is the nth post's.
 */
export function latenessOf(posts: readonly Scheduled[], calls: readonly Call[]): number[] {
  const due = new Map<string, Date[]>()
  for (const { account, dueAt } of posts) {
    const key = `${account.network} ${account.login}`
    due.set(key, [...(due.get(key) ?? []), dueAt])
  }
  return calls.flatMap(({ network, account, at }) => {
    const dueAt = due.get(`${network} ${account}`)?.shift()
    return dueAt ? [at.getTime() - dueAt.getTime()] : []
  })
}
