import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { GuestDecisionTable, PostApprovalRequestTable, PostApprovalTable } from '#infra/db/tables.ts'
import type { GuestId, PostId, ProfileId, UserId } from '#kernel/ids.ts'
import { hasRight, type ProfileRole, profileRoles } from '#kernel/rights.ts'
import { guestSees, isLinkAlive } from '../store/guests.ts'
import type { ApprovalRule } from './rule.ts'

type DecisionRow = Selectable<PostApprovalTable>
type RequestRow = Selectable<PostApprovalRequestTable>

/**
 * Reads the approval rules of the profiles that have one. Every publication waits for this query, so it is planned
 * once.
 */
export async function readRules(db: Db, ids: readonly ProfileId[]): Promise<Map<ProfileId, ApprovalRule>> {
  const { rows } = await prepared('approval-rules')<ApprovalRule & { id: ProfileId }>`
    select id, required_approvals as required, approver_role as role, approval_steps as steps from profile
    where id = any(${[...new Set(ids)]}::uuid[]) and required_approvals > 0`.execute(db)
  return new Map(rows.map(({ id, ...rule }) => [id, rule]))
}

/** SQL: someone with the guest’s address wrote or changed the post. */
const hasWrittenAsMember = sql`exists (
  select from app_user writer
  where lower(writer.email) = lower(guest.email) and (writer.id = post.author_uid or writer.id = any(post.edited_by)))`

interface ListedDecision extends Omit<DecisionRow, 'uid' | 'ownerUid'> {
  /** Null if a guest decided. */
  readonly uid: UserId | null
  readonly guestId: GuestId | null
  readonly guestName: string | null
  /** True if the guest can still approve. */
  readonly isGuestAble: boolean
  /** False if the guest decided without a code. Null for members. */
  readonly isConfirmed: boolean | null
  readonly role: ProfileRole | null
  readonly hasWritten: boolean
  readonly person: string
}

/** SQL: who a member or a guest is. A guest with the address of a member is the same person. */
const personOfUser = sql`coalesce(lower(person.email), person.id::text) as person`
const personOfGuest = sql`lower(guest.email) as person`

/**
 * Lists the decisions about posts, with the current state of the people who made them, because only some decisions
 * count. A guest with the address of someone who wrote the post counts as that person.
 */
export async function listDecisions(db: Db, postIds: readonly PostId[]): Promise<ListedDecision[]> {
  const ids = [...postIds]
  const { rows } = await sql<ListedDecision>`
    select decision.post_id, decision.uid, decision.decision, decision.digests, decision.reason, decision.decided_at,
      decision.step_id, null::uuid as guest_id, null::text as guest_name, false as is_guest_able,
      null::boolean as is_confirmed,
      case when person.disabled_at is not null then null when profile.owner_uid = decision.uid then 'owner'
        else member.role end as role,
      decision.uid is not distinct from post.author_uid or decision.uid = any(post.edited_by) as has_written, ${personOfUser}
    from post_approval decision
    join post on post.id = decision.post_id join profile on profile.id = post.profile_id
    join app_user person on person.id = decision.uid
    left join profile_member member on member.profile_id = profile.id and member.uid = decision.uid
    where decision.post_id = any(${ids}::uuid[])
    union all
    select decision.post_id, null, decision.decision, decision.digests, decision.reason, decision.decided_at,
      decision.step_id, guest.id, guest.name, guest.revoked_at is null and guest.may = 'approve', decision.confirmed,
      null, ${hasWrittenAsMember}, ${personOfGuest}
    from guest_decision decision
    join post on post.id = decision.post_id join guest on guest.id = decision.guest_id
    where decision.post_id = any(${ids}::uuid[])
    order by decided_at, uid, guest_id`.execute(db)
  return rows
}

/** True if someone with the guest’s address wrote or changed the post. */
export async function hasGuestWritten(db: Db, postId: PostId, id: GuestId): Promise<boolean> {
  const { rows } = await sql<{ hasWritten: boolean }>`
    select ${hasWrittenAsMember} as has_written from guest, post where guest.id = ${id} and post.id = ${postId}`.execute(
    db,
  )
  return rows[0]?.hasWritten ?? false
}

/** A guest who can approve a post now. */
export interface ApprovingGuest {
  readonly id: GuestId
  readonly name: string
  readonly hasWritten: boolean
  readonly person: string
}

/** Lists the guests of a profile whose link works and lets them approve, for a post that is not stored yet. */
export async function listApprovingGuests(db: Db, id: ProfileId): Promise<ApprovingGuest[]> {
  const { rows } = await sql<ApprovingGuest>`
    select guest.id, guest.name, false as has_written, ${personOfGuest} from guest join profile on profile.id = guest.profile_id
    where guest.profile_id = ${id} and guest.may = 'approve' and ${isLinkAlive} order by guest.id`.execute(db)
  return rows
}

/** Lists those of these guests whose link shows each post and lets them approve. They see a draft once it is scheduled. */
export async function listGuestsOfPosts(
  db: Db,
  ids: readonly GuestId[],
  postIds: readonly PostId[],
): Promise<ReadonlyMap<PostId, readonly ApprovingGuest[]>> {
  const { rows } = await sql<ApprovingGuest & { postId: PostId }>`
    select post.id as post_id, guest.id, guest.name, ${hasWrittenAsMember} as has_written, ${personOfGuest}
    from post join profile on profile.id = post.profile_id join guest on guest.profile_id = profile.id
    where post.id = any(${[...postIds]}::uuid[]) and guest.id = any(${[...ids]}::uuid[]) and guest.may = 'approve'
      and ${isLinkAlive} and (post.status = 'draft' or ${guestSees})
    order by guest.id`.execute(db)
  return Map.groupBy(rows, ({ postId }) => postId)
}

/** Stores a guest’s decision. It replaces the earlier one about the same post. */
export async function saveGuestDecision(tx: Tx, row: Selectable<GuestDecisionTable>): Promise<void> {
  const { guestId: _guest, postId: _post, ownerUid: _owner, ...changes } = row
  await tx
    .insertInto('guestDecision')
    .values(row)
    .onConflict((conflict) => conflict.columns(['guestId', 'postId']).doUpdateSet(changes))
    .execute()
}

/** Stores a decision. It replaces an earlier one by the same person. */
export async function saveDecision(tx: Tx, row: DecisionRow): Promise<void> {
  const { decision, digests, reason, stepId, decidedAt } = row
  await tx
    .insertInto('postApproval')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['postId', 'uid']).doUpdateSet({ decision, digests, reason, stepId, decidedAt }),
    )
    .execute()
}

export async function saveRequest(tx: Tx, row: RequestRow): Promise<void> {
  const { requestedBy, note, requestedAt } = row
  await tx
    .insertInto('postApprovalRequest')
    .values(row)
    .onConflict((conflict) => conflict.column('postId').doUpdateSet({ requestedBy, note, requestedAt }))
    .execute()
}

/** Lists the latest requests about posts. */
export const listRequests = (db: Db, postIds: readonly PostId[]): Promise<RequestRow[]> =>
  db
    .selectFrom('postApprovalRequest')
    .selectAll()
    .where('postApprovalRequest.postId', 'in', [...postIds])
    .execute()

export const findRequest = (db: Db, postId: PostId): Promise<RequestRow | undefined> =>
  db.selectFrom('postApprovalRequest').selectAll().where('postApprovalRequest.postId', '=', postId).executeTakeFirst()

interface Person {
  readonly uid: UserId
  readonly name: string
  readonly email: string | null
  readonly locale: string
}

export interface Approver extends Person {
  readonly role: ProfileRole
  readonly person: string
}

/** Lists the people of profiles whose role can approve posts, the owner first. Disabled users can't. */
export async function listApprovers(
  db: Db,
  ids: readonly ProfileId[],
): Promise<ReadonlyMap<ProfileId, readonly Approver[]>> {
  const { rows } = await sql<Approver & { profileId: ProfileId }>`
    select of_profile.profile_id, person.id as uid, person.name, person.email, person.locale, of_profile.role,
      ${personOfUser} from (
      select id as profile_id, owner_uid as uid, 'owner' as role from profile where id = any(${[...ids]}::uuid[])
      union all
      select profile_id, uid, role from profile_member
      where profile_id = any(${[...ids]}::uuid[]) and role = any(${approving}::text[])) as of_profile
    join app_user person on person.id = of_profile.uid and person.disabled_at is null
    order by of_profile.role <> 'owner', person.id`.execute(db)
  return Map.groupBy(rows, ({ profileId }) => profileId)
}

const approving = profileRoles.filter((role) => hasRight(role, 'approve'))

export async function findPerson(db: Db, uid: UserId): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select id as uid, name, email, locale from app_user where id = ${uid}`.execute(db)
  return rows[0]
}

export async function readProfileName(db: Db, id: ProfileId): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from profile where id = ${id}`.execute(db)
  return rows[0]?.name ?? ''
}

/** Finds the posts of a profile with targets that wait for an approval. */
export async function listWaitingPosts(tx: Tx, id: ProfileId): Promise<PostId[]> {
  const { rows } = await sql<{ id: PostId }>`
    select distinct post.id from post
    join post_target target on target.post_id = post.id
    join publication p on p.id = target.publication_id and p.status = 'held' and p.held_why = 'approval'
    where post.profile_id = ${id} order by post.id`.execute(tx)
  return rows.map(({ id: postId }) => postId)
}

interface DueSoon {
  readonly until: Date
  readonly after: PostId | null
  readonly most: number
}

/** Lists scheduled and queued posts of profiles that require approvals, with a time before `until` or none, by ID. */
export async function listDueSoon(db: Db, { until, after, most }: DueSoon): Promise<PostId[]> {
  const { rows } = await sql<{ id: PostId }>`
    select post.id from profile join post on post.profile_id = profile.id
    where profile.required_approvals > 0 and profile.deleted_at is null and not profile.read_only
      and post.deleted_at is null and post.status in ('scheduled', 'queued')
      and (post.scheduled_at is null or post.scheduled_at <= ${until})
      and (${after}::uuid is null or post.id > ${after})
    order by post.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
