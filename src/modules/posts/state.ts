import { minutes } from '#kernel/clock.ts'
import type { RefusalCode } from '#kernel/errors.ts'
import type { RowStatus } from '#modules/publishing/index.ts'

/** The author's intent before anything of a post has been enqueued. */
export type Intent = 'draft' | 'scheduled'

export const postStatuses = [
  'draft',
  'scheduled',
  'queued',
  'publishing',
  'published',
  'partial',
  'failed',
  'unknown',
] as const
export type PostStatus = (typeof postStatuses)[number]

/** `waiting`: a decision is due. `rejected`: the author has to change the post and request approval again. */
export const approvalStates = ['waiting', 'rejected'] as const
/** The states that a list can be filtered by. `waitingForMe`: the caller can make the decision that is due. */
export const listedApprovals = [...approvalStates, 'waitingForMe'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** The status of a target: pending until it is enqueued, then the status of its publication. */
export type TargetStatus = 'pending' | RowStatus

export interface RowFact {
  readonly status: TargetStatus
  /** True if an attempt was made in the current round. */
  readonly tried: boolean
  /** False for a thread that stopped after a part was published. */
  readonly whole: boolean
}

/** Derives the status of a post from its targets. Pending and cancelled targets do not count. */
export function deriveStatus(rows: readonly RowFact[], intent: Intent): PostStatus {
  const counted = rows.filter(({ status }) => status !== 'pending' && status !== 'cancelled')
  const some = (...statuses: readonly TargetStatus[]) => counted.some(({ status }) => statuses.includes(status))
  if (counted.length === 0) return intent
  if (some('publishing', 'processing')) return 'publishing'
  if (some('queued', 'held')) return counted.some(({ tried }) => tried) ? 'publishing' : 'queued'
  if (counted.every(({ status, whole }) => status === 'published' && whole)) return 'published'
  if (some('published')) return 'partial'
  return some('unknown') ? 'unknown' : 'failed'
}

/** True while the publication of a target has not ended. */
export const isActive = (status: TargetStatus): boolean =>
  status === 'queued' || status === 'publishing' || status === 'processing' || status === 'held'

type Place = PostStatus | 'trash'

type No = { readonly no: RefusalCode }
const no = (code: RefusalCode): No => ({ no: code })
const wrong = no('post_wrong_status')
const busy = no('post_not_editable')
const inTrash = no('post_in_trash')
const notDraft = no('post_not_draft')
const notSubmittable = no('post_not_submittable')
const nothingToRetry = no('nothing_to_retry')
const notStuck = no('post_not_stuck')
const notInTrash = no('post_not_in_trash')

/**
 * Every move of a post that a user can request: where it starts, and what it does. The action with each name carries
 * it out. The engine has its own table for publications.
 *
 * - `store`: stored as given. `check`: also checked, since the post is armed.
 * - `arm`: to be sent at its time. `disarm`: made a draft.
 * - `withdraw…`: enqueued targets are cancelled first, in the same transaction.
 */
export const moves = {
  edit: {
    draft: 'store',
    scheduled: 'check',
    queued: 'withdraw and enqueue',
    publishing: busy,
    published: wrong,
    partial: wrong,
    failed: 'store',
    unknown: wrong,
    trash: inTrash,
  },
  schedule: {
    draft: 'arm',
    scheduled: 'arm',
    queued: 'withdraw and arm',
    publishing: wrong,
    published: wrong,
    partial: wrong,
    failed: 'arm',
    unknown: wrong,
    trash: inTrash,
  },
  unschedule: {
    draft: 'store',
    scheduled: 'disarm',
    queued: 'withdraw and disarm',
    publishing: wrong,
    published: wrong,
    partial: wrong,
    failed: 'store',
    unknown: wrong,
    trash: inTrash,
  },
  annotate: {
    draft: 'store',
    scheduled: 'store',
    queued: 'store',
    publishing: 'store',
    published: 'store',
    partial: 'store',
    failed: 'store',
    unknown: 'store',
    trash: inTrash,
  },
  submit: {
    draft: 'enqueue',
    scheduled: 'enqueue',
    queued: notSubmittable,
    publishing: notSubmittable,
    published: notSubmittable,
    partial: notSubmittable,
    failed: 'enqueue',
    unknown: notSubmittable,
    trash: notSubmittable,
  },
  publishNow: {
    draft: 'enqueue',
    scheduled: notDraft,
    queued: notDraft,
    publishing: notDraft,
    published: notDraft,
    partial: notDraft,
    failed: notDraft,
    unknown: notDraft,
    trash: notDraft,
  },
  cancel: {
    draft: 'nothing',
    scheduled: 'disarm',
    queued: 'withdraw',
    publishing: 'withdraw',
    published: 'nothing',
    partial: 'nothing',
    failed: 'nothing',
    unknown: 'nothing',
    trash: 'nothing',
  },
  retry: {
    draft: nothingToRetry,
    scheduled: nothingToRetry,
    queued: 'retry',
    publishing: 'retry',
    published: nothingToRetry,
    partial: 'retry',
    failed: 'retry',
    unknown: 'retry',
    trash: inTrash,
  },
  reportStuck: {
    draft: notStuck,
    scheduled: notStuck,
    queued: 'report',
    publishing: 'report',
    published: notStuck,
    partial: notStuck,
    failed: notStuck,
    unknown: notStuck,
    trash: notStuck,
  },
  remove: {
    draft: 'trash',
    scheduled: 'trash',
    queued: 'withdraw and trash',
    publishing: 'withdraw and trash',
    published: 'trash',
    partial: 'trash',
    failed: 'trash',
    unknown: 'trash',
    trash: 'nothing',
  },
  restore: {
    draft: notInTrash,
    scheduled: notInTrash,
    queued: notInTrash,
    publishing: notInTrash,
    published: notInTrash,
    partial: notInTrash,
    failed: notInTrash,
    unknown: notInTrash,
    trash: 'restore',
  },
  duplicate: {
    draft: 'copy',
    scheduled: 'copy',
    queued: 'copy',
    publishing: 'copy',
    published: 'copy',
    partial: 'copy',
    failed: 'copy',
    unknown: 'copy',
    trash: inTrash,
  },
  expand: {
    draft: 'store',
    scheduled: 'check',
    queued: 'enqueue',
    publishing: 'enqueue',
    published: 'enqueue',
    partial: 'enqueue',
    failed: 'enqueue',
    unknown: 'enqueue',
    trash: inTrash,
  },
} as const satisfies Record<string, Record<Place, string | No>>

export type Trigger = keyof typeof moves
type Cell<T extends Trigger> = (typeof moves)[T][Place]
export type Move<T extends Trigger> = Exclude<Cell<T>, No>

export const findPlace = (post: { readonly status: PostStatus; readonly deletedAt: Date | null }): Place =>
  post.deletedAt === null ? post.status : 'trash'

export const findMove = <T extends Trigger>(trigger: T, place: Place): Move<T> | No =>
  moves[trigger][place] as Move<T> | No

/** Age at which a post that is still queued or publishing counts as stuck. */
export const stuckAfterMs = minutes(5)
