import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import { createReplyOwner } from '#modules/inbox/index.ts'
import { type Change, createTargetOwners, type RowStatus, type TargetOwner } from '#modules/publishing/index.ts'

/**
 * Creates the tables that own the targets: posts with a few targets each, whose status is derived from their targets,
 * and a list of all reports. Both are written in the engine's own transaction.
 */
export async function createOwnerTables(db: Db): Promise<void> {
  await sql`create table bench_post (id uuid primary key, scenario text not null, status text not null)`.execute(db)
  await sql`create table bench_target (id uuid primary key, post_id uuid not null references bench_post, network text not null,
    label text not null)`.execute(db)
  await sql`create index on bench_target (post_id)`.execute(db)
  await sql`create table bench_change (id bigint generated always as identity primary key, target_id uuid not null,
    from_status text not null, to_status text not null, parts_shown int not null)`.execute(db)
}

const postOwner: TargetOwner = {
  async lock(tx, targets) {
    const ids = targets.map(({ targetId }) => targetId)
    await sql`select from bench_post p where p.id in (select t.post_id from bench_target t
      where t.id = any(${ids}::uuid[])) order by p.id for update`.execute(tx)
  },
  async changed(tx, changes) {
    // A status read without the lock would be stale when it is written.
    const statuses = await rollUps(
      tx,
      changes.map((change) => change.targetId),
    )
    await record(tx, changes)
    for (const [id, status] of statuses)
      await sql`update bench_post set status = ${status} where id = ${id}`.execute(tx)
  },
}

/** Creates the owner of all targets: posts are the bench's own, and replies belong to the inbox as in the app. */
export function ownerOf(deps: { readonly clock: Clock }): TargetOwner {
  const replies = createReplyOwner({ ...deps, emit: async () => {} })
  return createTargetOwners({
    posts: postOwner,
    replies: {
      lock: replies.lock,
      async changed(tx, changes) {
        await record(tx, changes)
        await replies.changed(tx, changes)
      },
    },
  })
}

async function record(tx: Tx, changes: readonly Change[]): Promise<void> {
  for (const { targetId, from, to, parts } of changes)
    await sql`insert into bench_change (target_id, from_status, to_status, parts_shown)
      values (${targetId}, ${from}, ${to}, ${parts.shown})`.execute(tx)
}

/** Computes the status of each post that these targets belong to. */
export async function rollUps(db: Db | Tx, targetIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ postId: string; statuses: RowStatus[] }>`
    select t.post_id, array_agg(p.status) as statuses from bench_target t join publication p on p.target_id = t.id
    where t.post_id in (select post_id from bench_target where id = any(${[...targetIds]}::uuid[]))
    group by t.post_id`.execute(db)
  return new Map(rows.map(({ postId, statuses }) => [postId, rollUp(statuses)]))
}

function rollUp(statuses: readonly RowStatus[]): string {
  const all = new Set(statuses)
  if (['queued', 'publishing', 'processing', 'held'].some((one) => all.has(one as RowStatus))) return 'publishing'
  return all.size === 1 ? (statuses[0] ?? 'publishing') : 'partial'
}
