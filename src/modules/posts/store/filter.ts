import { type RawBuilder, sql } from 'kysely'
import { containing } from '#infra/db/containing.ts'
import type { AccountId, ProfileId, UserId } from '#kernel/ids.ts'
import { hasTag } from '#modules/labels/index.ts'
import type { Format } from '#rules/limits.ts'
import type { ApprovalState, PostStatus } from '../state.ts'

/** The posts that may wait for a decision of one person. The list checks each of them. */
export interface TurnFilter {
  readonly uid: UserId
  /** The profiles in which the person is among those who approve. */
  readonly profileIds: readonly ProfileId[]
  /** The people of each step of profiles whose owner the person is. The owner decides if none of them can. */
  readonly lastResorts: readonly { readonly profileId: ProfileId; readonly uids: readonly UserId[] }[]
}

/** The posts that a list contains. */
export interface Filter {
  readonly status?: readonly PostStatus[] | undefined
  readonly platform?: string | undefined
  readonly accountId?: AccountId | undefined
  readonly authorUid?: UserId | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly publishedFrom?: Date | undefined
  readonly publishedTo?: Date | undefined
  readonly tag?: string | undefined
  /** The label as the profiles spell it. */
  readonly labelNames?: readonly string[] | undefined
  readonly approval?: ApprovalState | undefined
  readonly turn?: TurnFilter | undefined
  readonly format?: readonly Format[] | undefined
  readonly hasMedia?: boolean | undefined
  readonly metadata?: Readonly<Record<string, string>> | undefined
  readonly q?: string | undefined
}

export const listed = sql`where post.profile_id = within.profile_id and post.deleted_at is null`

/** SQL: the conditions of a filter that no index orders a list by. */
export function matching(filter: Omit<Filter, 'status' | 'from' | 'to'>): RawBuilder<unknown> {
  const { platform, accountId, authorUid, publishedFrom, publishedTo, tag, metadata, q } = filter
  const { labelNames, format, hasMedia, approval, turn } = filter
  const targeted = (what: RawBuilder<unknown>) =>
    sql`and exists (select from post_target t where t.post_id = post.id and ${what})`
  const like = q === undefined ? null : containing(q)
  return sql.join(
    [
      platform === undefined ? sql`` : targeted(sql`t.network = ${platform}`),
      accountId === undefined ? sql`` : targeted(sql`t.account_id = ${accountId}`),
      authorUid === undefined ? sql`` : sql`and post.author_uid = ${authorUid}`,
      publishedFrom === undefined ? sql`` : sql`and post.published_at >= ${publishedFrom}`,
      publishedTo === undefined ? sql`` : sql`and post.published_at < ${publishedTo}`,
      tag === undefined ? sql`` : sql`and ${tag} = any(post.tags)`,
      labelNames === undefined ? sql`` : sql`and ${hasTag(labelNames)}`,
      approval === undefined ? sql`` : sql`and ${approval === 'waiting' ? awaitsApproval : isRejected}`,
      turn === undefined ? sql`` : mayWaitFor(turn),
      format === undefined ? sql`` : hasFormat(format),
      hasMedia === undefined ? sql`` : sql`and (post.media <> '[]') = ${hasMedia}`,
      metadata === undefined ? sql`` : sql`and post.metadata @> ${JSON.stringify(metadata)}::jsonb`,
      like === null ? sql`` : sql`and (post.content ilike ${like} or post.title ilike ${like})`,
    ],
    sql` `,
  )
}

/** SQL: the post has one of these forms on an account, or if it has no account yet, in itself. */
const hasFormat = (formats: readonly Format[]) => sql`and (
  exists (select from post_target t
    where t.post_id = post.id and coalesce(t.overrides ->> 'format', post.format) = any(${[...formats]}::text[]))
  or (post.format = any(${[...formats]}::text[]) and not exists (select from post_target t where t.post_id = post.id)))`

/**
 * SQL: the post is not published yet, its decision may be due, and this person did not write it. Either the person is
 * among those who approve, or everyone of a step wrote it, or approved it already.
 */
const mayWaitFor = ({ uid, profileIds, lastResorts }: TurnFilter) => sql`
  and post.status in ('draft', 'scheduled', 'queued')
  and post.author_uid is distinct from ${uid}::uuid and ${uid}::uuid <> all(post.edited_by)
  and (post.status <> 'draft' or exists (select from post_approval_request request where request.post_id = post.id))
  and not exists (select from profile where profile.id = post.profile_id and profile.read_only)
  and (post.profile_id = any(${[...profileIds]}::uuid[]) or exists (
    select from jsonb_to_recordset(${JSON.stringify(lastResorts)}::jsonb) as step("profileId" uuid, uids uuid[])
    where step."profileId" = post.profile_id and not exists (
      select from unnest(step.uids) as person(uid)
      where person.uid is distinct from post.author_uid and person.uid <> all(post.edited_by)
        and not exists (select from post_approval approved
          where approved.post_id = post.id and approved.uid = person.uid and approved.decision = 'approved')
        and not exists (select from media_use used join media on media.id = used.media_id
          where used.post_id = post.id and media.alt_text_by = person.uid))))`

/** SQL: the decisions of members and guests. */
const decisions = sql`(
  select post_id, decision, decided_at, step_id, false as is_guest from post_approval
  union all select post_id, decision, decided_at, step_id, true from guest_decision) as decision`

const decided = (decision: 'approved' | 'rejected', what = sql``) => sql`select ${what} from ${decisions}
  where decision.post_id = request.post_id and decision.decision = ${sql.lit(decision)}
    and decision.decided_at >= request.requested_at`

/** SQL: the request is open under the current rule of its profile, and its post is not published yet. */
const isOpen = sql`profile.required_approvals > 0 and post.status in ('draft', 'scheduled', 'queued')`

/**
 * SQL: since an approval was requested, too few people have approved the post and no one has rejected it. The texts that
 * they approved are not compared, which only the publication does.
 */
export const isUndecided = sql`${isOpen} and not exists (${decided('rejected')})
  and profile.required_approvals > (select case when profile.approval_steps = '[]' then count(*) filter (where not is_guest)
      else count(distinct step_id) filter (where profile.approval_steps @> jsonb_build_array(jsonb_build_object('id', step_id))) end
    from (${decided('approved', sql`decision.step_id, decision.is_guest`)}) as approved)`

const requested = sql`select from post_approval_request request join profile on profile.id = post.profile_id
  where request.post_id = post.id`

/** SQL: the post is due, and held for an approval. */
export const isHeldForApproval = sql`exists (
  select from post_target target join publication held on held.id = target.publication_id
  where target.post_id = post.id and held.status = 'held' and held.held_why = 'approval')`

const awaitsApproval = sql`(exists (${requested} and ${isUndecided}) or ${isHeldForApproval})`

/** SQL: someone has rejected the post since the last request. */
const isRejected = sql`exists (${requested} and ${isOpen} and exists (${decided('rejected')}))`
