import type { Tx } from '#infra/db/client.ts'
import type { Fault } from '#kernel/errors.ts'
import type { Confirmed } from '../../content.ts'
import type { StoredDraft, StoredTarget } from '../../draft/load-posts.ts'
import type { PostRow } from '../../store/posts.ts'
import { type NewGuard, noteDigests } from '../../store/same-posts.ts'
import type { TargetRow } from '../../store/targets.ts'
import type { CheckedTarget } from '../check-draft.ts'
import { refuseWarnings } from '../require-publishable.ts'
import {
  type Arming,
  describeSame,
  digestTargets,
  listSamePosts,
  mayRepeat,
  nameFaults,
  toQuestion,
} from './list-same-posts.ts'

interface GuardOptions extends Pick<Arming, 'path' | 'at' | 'days'> {
  readonly confirmed: Confirmed
  /**
   * True if the post was already scheduled for the same time. Targets that publish the same as before are then not
   * compared.
   */
  readonly isTimeKept: boolean
}

interface Guarded {
  readonly arming: Arming
  /** The targets whose stored digest has changed. */
  readonly changed: readonly Pick<TargetRow, 'id' | 'digest'>[]
}

/** True if a post is already armed for this time. */
export const isArmedFor = (
  { status, scheduledAt }: Pick<PostRow, 'status' | 'scheduledAt'>,
  at: Date | null,
): boolean => (status === 'scheduled' || status === 'queued') && scheduledAt?.getTime() === at?.getTime()

/** Returns what the check for identical posts compares and stores for a stored post. */
export function guardStored(
  { post, files }: Pick<StoredDraft, 'post' | 'files'>,
  checked: readonly CheckedTarget<StoredTarget>[],
  { isTimeKept, ...rest }: GuardOptions,
): Guarded {
  const digests = mayRepeat(post) ? checked.map(() => null) : digestTargets(checked, files)
  const targets = checked.map(({ target }, position) => ({ target, digest: digests[position] ?? null }))
  const isChanged = ({ target, digest }: (typeof targets)[number]) => target.digest !== digest
  return {
    arming: {
      ...rest,
      postId: post.id,
      targets: targets.filter((one) => !isTimeKept || isChanged(one)),
    },
    changed: targets.filter(isChanged).map(({ target: { id }, digest }) => ({ id, digest })),
  }
}

/** Stores the digests of the targets, and returns warnings about other posts with the same digest. */
export async function noteAndCompare(tx: Tx, guarded: readonly Guarded[]): Promise<Fault[]> {
  const armings = guarded.map(({ arming }) => arming)
  await noteDigests(
    tx,
    guarded.flatMap(({ changed }) => changed),
  )
  return nameFaults(armings, await listSamePosts(tx, armings, { locks: true }))
}

export function guardNew(armings: readonly Arming[]): NewGuard {
  const question = toQuestion(armings)
  return {
    ...question,
    requireNone(found) {
      const same = nameFaults(armings, describeSame(armings, question, found))
      if (same.length > 0) refuseWarnings(same)
    },
  }
}
