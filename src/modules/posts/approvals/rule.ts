import type { UserId } from '#kernel/ids.ts'
import { canonical } from '#kernel/json.ts'
import { hasProfileRole, type ProfileRole } from '#modules/profiles/index.ts'
import { contentFields } from '../draft/draft.ts'
import type { PostRow } from '../store/posts.ts'
import type { NewTargetRow } from '../store/targets.ts'

/** The number of approvals that a profile's posts need, and the minimum role of the approvers. */
export interface ApprovalRule {
  readonly required: number
  readonly role: Exclude<ProfileRole, 'viewer'>
}

/** One person's decision about the content identified by `digests`. */
interface Decision {
  readonly decision: 'approved' | 'rejected'
  readonly digests: readonly string[]
  /** The current role of that person in the profile. Null if they are no longer a member, or disabled. */
  readonly role: ProfileRole | null
  /** True if that person wrote or changed the post. */
  readonly hasWritten: boolean
}

/** True if a decision counts under the current rule, that is, if its maker could make it now. Pure. */
export const counts = (rule: ApprovalRule, { decision, role, hasWritten }: Decision): boolean =>
  role !== null && mayApprove(rule, role) && !(decision === 'approved' && hasWritten)

/** True if this content has as many approvals as the rule requires, and no rejection stands. Pure. */
export function isApproved(rule: ApprovalRule, digest: string, decisions: readonly Decision[]): boolean {
  const about = decisions.filter((one) => one.digests.includes(digest) && counts(rule, one))
  if (about.some(({ decision }) => decision === 'rejected')) return false
  return about.length >= rule.required
}

export const mayApprove = (rule: ApprovalRule, role: ProfileRole): boolean => hasProfileRole(role, rule.role)

type Editors = Pick<PostRow, 'authorUid' | 'editedBy'>

/** Returns the editors of a post, with one more. */
export const withEditor = ({ editedBy }: Pick<PostRow, 'editedBy'>, uid: UserId): UserId[] => [
  ...new Set([...(editedBy as UserId[]), uid]),
]

/** Returns everyone who wrote what a copy by this author publishes, except that author. */
export const editorsOfCopy = (source: Editors, authorUid: PostRow['authorUid']): UserId[] =>
  source.authorUid === null || source.authorUid === authorUid
    ? [...(source.editedBy as UserId[])]
    : withEditor(source, source.authorUid)

/** True if this user wrote or changed what the post publishes. */
export const hasWritten = ({ authorUid, editedBy }: Editors, uid: UserId): boolean =>
  authorUid === uid || editedBy.includes(uid)

type Target = Pick<NewTargetRow, 'network' | 'accountId' | 'overrides'>

/** True if the two versions of a post publish different content, or on different accounts. */
export const differs = (
  before: { readonly post: PostRow; readonly targets: readonly Target[] },
  after: { readonly post: PostRow; readonly targets: readonly Target[] },
): boolean => canonical(published(before)) !== canonical(published(after))

const published = ({ post, targets }: Parameters<typeof differs>[0]) => ({
  content: contentFields.map((field) => post[field] ?? null),
  targets: targets.map(({ network, accountId, overrides }) => ({ network, accountId, overrides })),
})
