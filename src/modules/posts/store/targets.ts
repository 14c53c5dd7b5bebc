import { sql } from 'kysely'
import { bulkInsert, insertInto } from '#infra/db/bulk-insert.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { AccountId, PostId, PostTargetId, UserId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { Overrides } from '../content.ts'
import type { TargetStatus } from '../state.ts'
import { targetTime } from './delay.ts'
import type { PostRow } from './posts.ts'
import { type NewGuard, type StoredSame, samePostsInside } from './same-posts.ts'

/** The reason why the target could not be enqueued when it was due. */
interface TargetRefusal {
  readonly code: string
  readonly error: string
}

export interface NewTargetRow {
  readonly id: PostTargetId
  readonly ownerUid: UserId
  readonly postId: PostId
  readonly accountId: AccountId | null
  readonly network: Network
  readonly position: number
  readonly overrides: Overrides
  readonly publicationId: string | null
  /** The round in which the target was last enqueued. */
  readonly round: number
  readonly createdAt: Date
  /** The digest of what it publishes, as PostgreSQL prints bytes. Null if it may repeat another post. */
  readonly digest: string | null
}

/** A target, with the state of its publication if it has one. */
export interface TargetRow extends NewTargetRow {
  readonly refusal: TargetRefusal | null
  /** When the published post was found to be missing on the network. */
  readonly removedAt: Date | null
  readonly mode: Mode | null
  readonly status: TargetStatus
  readonly attempts: number
  readonly nextAttemptAt: Date | null
  /** The time at which it was to be published. Null until it is enqueued. */
  readonly wantedAt: Date | null
  /** True if it is enqueued for a time that has not come, and was not tried. */
  readonly isAhead: boolean
  readonly remoteId: string | null
  readonly url: string | null
  readonly publishedAt: Date | null
  readonly errorCode: string | null
  readonly error: string | null
  readonly rawError: string | null
  readonly retryable: boolean
  readonly warnings: readonly string[]
  readonly partsShown: number
  readonly partsTotal: number
}

/**
 * Reads the targets of posts with the state of their publications. Publications are the source of truth, so their state
 * is not copied here.
 */
export async function listTargetsOfPosts(db: Db, posts: readonly { readonly id: PostId }[]): Promise<TargetsByPost> {
  if (posts.length === 0) return new Map()
  const { rows } = await prepared('targets-of-posts')<TargetRow>`
    with ${targetsOf(posts.map(({ id }) => id))}
    select ${shown} from t left join account a on a.id = t.account_id left join p on p.id = t.publication_id
    order by t.post_id, t.position, t.id`.execute(db)
  return groupByPost(rows, posts)
}

export const listTargets = async (db: Db, postId: PostId): Promise<readonly TargetRow[]> =>
  (await listTargetsOfPosts(db, [{ id: postId }])).get(postId) ?? []

export interface TargetState extends Pick<TargetRow, 'postId' | 'network' | 'accountId' | 'status'> {
  /** The time of a target that is published later than its post. */
  readonly laterAt: Date | null
}

/** Reads the status and the time of the targets of posts, and nothing else about them. */
export async function listTargetStates(db: Db, postIds: readonly PostId[]): Promise<Map<PostId, TargetState[]>> {
  if (postIds.length === 0) return new Map()
  const { rows } = await sql<TargetState>`with ${targetsOf(postIds)}
    select t.post_id, t.network, t.account_id, ${statusOfTarget} as status,
      case when t.overrides ? 'delaySeconds' then coalesce(p.wanted_at, ${targetTime}) end as later_at
    from t join post po on po.id = t.post_id left join p on p.id = t.publication_id order by t.post_id, t.position, t.id`.execute(
    db,
  )
  return Map.groupBy(rows, ({ postId }) => postId)
}

export type TargetsByPost = Map<PostId, readonly TargetRow[]>

/** Groups targets by their post. A post without targets has an empty list. */
function groupByPost(rows: readonly TargetRow[], posts: readonly { readonly id: PostId }[]): TargetsByPost {
  const byPost = Map.groupBy(rows, ({ postId }) => postId)
  return new Map(posts.map(({ id }) => [id, byPost.get(id) ?? []]))
}

const statusOfTarget = sql`coalesce(p.status, case when t.refusal is null then 'pending' else 'failed' end)`

const shown = sql`t.id, t.owner_uid, t.post_id, t.account_id, t.network, t.position, t.overrides, t.created_at,
  t.publication_id, t.round, t.digest::text as digest, t.refusal, t.removed_at, a.mode,
  ${statusOfTarget} as status,
  coalesce(p.attempts, 0) as attempts, 
  case when coalesce(p.held_until, p.due_at) > ph.now() then coalesce(p.held_until, p.due_at) end as next_attempt_at,
  p.wanted_at, coalesce(p.status in ('queued', 'held') and p.attempts = 0 and p.wanted_at > ph.now(), false) as is_ahead,
  p.remote_id, p.url, p.shown_at as published_at, coalesce(p.error_code, t.refusal ->> 'code') as error_code,
  coalesce(p.error, t.refusal ->> 'error') as error, p.raw_error,
  coalesce(p.retryable, t.refusal is not null) as retryable, coalesce(p.warnings, '[]') as warnings,
  coalesce(p.parts_shown, 0) as parts_shown, coalesce(p.parts_total, 0) as parts_total`

/**
 * SQL: the targets of posts (`t`) and their publications (`p`). Scans each index once for all targets. Posts close in time share pages, which a lookup per target would read repeatedly.
 */
const targetsOf = (postIds: readonly PostId[]) => sql`
  t as materialized (select * from post_target where post_id = any(${[...postIds]}::uuid[])),
  p as materialized (
    select p.id, p.status, p.attempts, p.held_until, p.due_at, p.wanted_at, p.remote_id, p.url, p.shown_at, p.error_code, p.error,
      p.raw_error, p.retryable, p.warnings, p.parts_shown, p.parts_total
    from publication p where p.id = any(array(select t.publication_id from t)))`

const andMore = sql`left join account a on a.id = t.account_id left join publication p on p.id = t.publication_id`

/**
 * Inserts new posts with their targets in one statement, and returns the targets as `listTargets` reads them. Every write waits for this query, so it is prepared once.
 */
export async function insertPosts(
  tx: Tx,
  posts: readonly PostRow[],
  targets: readonly NewTargetRow[],
  guard?: NewGuard,
): Promise<TargetsByPost> {
  if (targets.length === 0) {
    await bulkInsert(tx, 'post', posts)
    return groupByPost([], posts)
  }
  if (guard && guard.requested.length > 0) return insertGuarded(tx, posts, targets, guard)
  const { rows } = await prepared('insert-posts')<TargetRow>`
    with stored as (${insertInto('post', posts)}),
    t as (${insertInto('postTarget', targets)} returning *)
    select ${shown} from t ${andMore} order by t.post_id, t.position, t.id`.execute(tx)
  return groupByPost(rows, posts)
}

/** Does the same, with the comparison in the same statement. */
async function insertGuarded(
  tx: Tx,
  posts: readonly PostRow[],
  targets: readonly NewTargetRow[],
  guard: NewGuard,
): Promise<TargetsByPost> {
  const { rows } = await prepared('insert-guarded-posts')<TargetRow & { readonly same: StoredSame[] | null }>`
    with stored as (${insertInto('post', posts)}),
    t as (${insertInto('postTarget', targets)} returning *)
    select ${shown}, ${samePostsInside(guard)} as same from t ${andMore} order by t.post_id, t.position, t.id`.execute(
    tx,
  )
  guard.requireNone((rows[0]?.same ?? []).map(({ at, ...one }) => ({ ...one, at: new Date(at) })))
  return groupByPost(
    rows.map(({ same: _, ...row }) => row),
    posts,
  )
}

export const insertTargets = (tx: Tx, targets: readonly NewTargetRow[]): Promise<void> =>
  bulkInsert(tx, 'postTarget', targets)

/** Updates the authored fields of the targets, not their outcome. */
export async function rewriteTargets(tx: Tx, rows: readonly NewTargetRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update post_target t set account_id = x."accountId", position = x.position, overrides = x.overrides
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, "accountId" uuid, position integer,
      overrides jsonb)
    where t.id = x.id`.execute(tx)
}

export async function deleteTargets(tx: Tx, ids: readonly PostTargetId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from post_target where id = any(${[...ids]}::uuid[])`.execute(tx)
}

interface EnqueuedTarget {
  readonly id: PostTargetId
  readonly publicationId: string
  readonly round: number
}

/** Points targets to their new publications, and returns them in the form of `listTargets`. */
export async function noteEnqueued(tx: Tx, rows: readonly EnqueuedTarget[]): Promise<readonly TargetRow[]> {
  if (rows.length === 0) return []
  const { rows: noted } = await prepared('note-enqueued')<TargetRow>`
    with t as (
      update post_target t set publication_id = x."publicationId", round = x.round, refusal = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, "publicationId" uuid, round integer)
      where t.id = x.id returning t.*)
    select ${shown} from t ${andMore}`.execute(tx)
  return noted
}

export interface RefusedTarget {
  readonly id: PostTargetId
  readonly refusal: TargetRefusal
  readonly round: number
}

/** Records why targets could not be enqueued, and returns them as `listTargets` reads them. */
export async function noteRefused(tx: Tx, rows: readonly RefusedTarget[]): Promise<readonly TargetRow[]> {
  if (rows.length === 0) return []
  const { rows: noted } = await sql<TargetRow>`
    with t as (
      update post_target t set publication_id = null, refusal = x.refusal, round = x.round
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, refusal jsonb, round integer)
      where t.id = x.id returning t.*)
    select ${shown} from t ${andMore}`.execute(tx)
  return noted
}

/** Resets the targets of a post to the state before they were ever enqueued. */
export async function resetTargets(tx: Tx, postId: PostId): Promise<void> {
  await sql`update post_target set publication_id = null, refusal = null where post_id = ${postId}`.execute(tx)
}

export async function pointTo(tx: Tx, targetId: string, publicationId: string): Promise<void> {
  await sql`update post_target set publication_id = ${publicationId} where id = ${targetId}`.execute(tx)
}

/** Marks targets as removed at their networks, and returns those that were not marked before. */
export async function markRemoved(tx: Tx, ids: readonly PostTargetId[], at: Date): Promise<PostTargetId[]> {
  const { rows } = await sql<{ id: PostTargetId }>`
    update post_target set removed_at = ${at} where id = any(${[...ids]}::uuid[]) and removed_at is null
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function clearRemoved(tx: Tx, ids: readonly PostTargetId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update post_target set removed_at = null where id = any(${[...ids]}::uuid[]) and removed_at is not null`.execute(
    tx,
  )
}

/**
 * Gives targets without an account the default one of their platform, if it exists and the post does not use it
 * already.
 */
export async function fillAccounts(tx: Tx, ids: readonly PostId[]): Promise<void> {
  await sql`
    update post_target t set account_id = a.id
    from post, account a
    where t.post_id = any(${[...ids]}::uuid[]) and t.account_id is null and post.id = t.post_id
      and a.profile_id = post.profile_id and a.network = t.network and a.is_default and a.disconnected_at is null
      and not exists (select from post_target o where o.post_id = t.post_id and o.account_id = a.id)`.execute(tx)
}
