import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import { eachNumber, numberColumns } from './columns.ts'
import type { Gain } from './roll-ups.ts'

/** Adds the rows of the posts of new targets, without metrics. */
export async function addPosts(tx: Tx, targetIds: readonly string[]): Promise<void> {
  await sql`
    insert into metrics_post (post_id, place, profile_id, published_at, ${numberColumns}, counted, seen, has_numbers)
    select p.id, place, p.profile_id, min(w.published_at), ${eachNumber(() => sql`0`)}, 0, 0, false
    from metrics_watch w join post_target t on t.id = w.target_id join post p on p.id = t.post_id
    cross join lateral (values ('all'), (w.network)) places(place)
    where w.target_id = any(${[...targetIds]}::uuid[])
    group by p.id, place order by p.id, place
    on conflict (post_id, place) do update
      set published_at = least(metrics_post.published_at, excluded.published_at)`.execute(tx)
}

/**
 * Adds what targets have gained to the metrics of their posts. The targets of a post belong to several accounts, which
 * are read independently. Additions give the same sum in any order; a recomputed sum might miss a reading in progress.
 */
export async function addToPosts(tx: Tx, gains: readonly Gain[]): Promise<void> {
  if (gains.length === 0) return
  const given = gains.map(({ accountId: _, publishedAt: __, ...gain }) => gain)
  await prepared('add-to-posts')`
    with gained as (
      select t.post_id, place, ${eachNumber((column) => sql`sum(g.${column}) as ${column}`)},
        sum(g.counted) as counted, sum(g.seen) as seen
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g("targetId" uuid, counted bigint, seen bigint, ${eachNumber((column) => sql`${column} bigint`)})
      join metrics_watch w on w.target_id = g."targetId" join post_target t on t.id = w.target_id
      cross join lateral (values ('all'), (w.network)) places(place)
      group by t.post_id, place),
    locked as materialized (
      select m.post_id, m.place from metrics_post m join gained using (post_id, place)
      order by m.post_id, m.place for no key update of m)
    update metrics_post m set has_numbers = true, counted = m.counted + g.counted, seen = m.seen + g.seen,
      ${eachNumber((column) => sql`${column} = m.${column} + g.${column}`)}
    from locked join gained g using (post_id, place)
    where m.post_id = locked.post_id and m.place = locked.place`.execute(tx)
}
