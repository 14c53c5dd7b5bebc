import { refuse } from '#kernel/errors.ts'
import type { AccountId } from '#kernel/ids.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import { labelKey } from '#rules/label-key.ts'
import type { PlacedText } from '../deps.ts'
import type { PostAtHand } from '../post-for.ts'
import type { PostPatch } from '../schema/requests.ts'
import type { TargetRow } from '../store/targets.ts'
import { replaceInPost, replaceInTargets } from './replace-text.ts'
import type { BulkChanges } from './schema.ts'
import { type EditablePost, type EditableTarget, editableFields, readPatch, writeChange } from './wire-patch.ts'

interface RowContext {
  readonly post: PostAtHand
  readonly targets: readonly TargetRow[]
  /** The connected accounts of the post's profile. */
  readonly accounts: readonly AccountForPublishing[]
  /** The zone whose clock a shift by days keeps. */
  readonly zone: string
  /** Puts the saved text into the post. Null without one. */
  readonly append: ((post: EditablePost, targets: readonly EditableTarget[]) => PlacedText) | null
}

/** Returns the change of one post, as PATCH would take it. Empty if nothing changes. Pure. */
export function planRow(changes: BulkChanges, context: RowContext): PostPatch {
  const { post, targets, append } = context
  let edited: EditablePost = { ...pick(post), tags: changeLabels(changes, context) }
  let goals: readonly EditableTarget[] = changeAccounts(changes, context)
  if (changes.replace) {
    edited = replaceInPost(edited, changes.replace)
    goals = replaceInTargets(goals, changes.replace)
  }
  if (append) {
    const { field, base, own } = append(edited, goals)
    edited = { ...edited, [field]: base }
    goals = goals.map((target, index) =>
      own[index] === undefined ? target : { ...target, overrides: { ...target.overrides, [field]: own[index] } },
    )
  }
  if (changes.firstComment !== undefined) edited = { ...edited, firstComment: changes.firstComment }
  if (changes.shift) edited = { ...edited, scheduledAt: shift(changes.shift, context) }
  const patch = writeChange({ post, targets }, { post: edited, targets: goals })
  return Object.keys(patch).length === 0 ? {} : readPatch(patch)
}

const pick = (post: PostAtHand): EditablePost =>
  Object.fromEntries(editableFields.map((field) => [field, post[field]])) as unknown as EditablePost

function changeLabels({ addLabels, removeLabels }: BulkChanges, { post }: RowContext): string[] {
  const removed = new Set(removeLabels.map(labelKey))
  const left = post.tags.filter((tag) => !removed.has(labelKey(tag)))
  const known = new Set(left.map(labelKey))
  return [...left, ...addLabels.filter((name) => !known.has(labelKey(name)))]
}

function changeAccounts(
  { addAccounts, removeAccounts }: BulkChanges,
  { post, targets, accounts }: RowContext,
): readonly EditableTarget[] {
  const isOn = ({ network, accountId }: EditableTarget, id: AccountId): boolean =>
    accountId === null
      ? accounts.some((account) => account.id === id && account.network === network && account.isDefault)
      : accountId === id
  const left = targets.filter((target) => !removeAccounts.some((id) => isOn(target, id)))
  const added = addAccounts.flatMap((id): EditableTarget[] => {
    if (left.some((target) => isOn(target, id))) return []
    const account =
      accounts.find((one) => one.id === id) ??
      refuse('account_not_found', { detail: 'The post’s profile has no connected account with this ID.' })
    return [{ network: account.network, accountId: id, overrides: {} }]
  })
  const isChanged = left.length < targets.length || added.length > 0
  if (isChanged && post.status === 'failed')
    refuse('post_wrong_status', { detail: 'The accounts of a failed post can’t be changed with others.' })
  return [...left, ...added]
}

/** Days keep the time of day in the zone. Minutes are as long as they are everywhere. */
function shift({ days, minutes }: NonNullable<BulkChanges['shift']>, { post, zone }: RowContext): Date {
  const { scheduledAt, status } = post
  if (scheduledAt === null) refuse('post_without_time', { detail: 'Give the post a time first.' })
  if (status === 'failed') refuse('post_not_scheduled', { detail: 'The post is failed.' })
  const moved = days === 0 ? scheduledAt : instantOf(wallOf(scheduledAt, zone) + days * dayMs, zone)
  return new Date(moved.getTime() + minutes * minuteMs)
}

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
