import type { Input } from '@posthorn/sdk'
import { browserStore } from '#web/lib/browser/storage.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import type { Post } from '#web/posts/post-time.ts'

/** The user's settings for scheduling drafts. */
export interface PlanForm {
  readonly postIds: readonly string[]
  readonly perDay: number
  /** The first local day. */
  readonly from: string
  /** Times of day. If empty, the service picks the best ones. */
  readonly slots: readonly string[]
}

type StoredForm = Pick<PlanForm, 'perDay' | 'slots'>

const keyOf = (profileId: string): string => `posthorn.slots.${profileId}`

/** Starts from all drafts, and from the slots that this browser used for the profile before. */
export function usualPlan(profileId: string, drafts: readonly Post[]): PlanForm {
  const stored = JSON.parse(browserStore.read(keyOf(profileId)) ?? 'null') as StoredForm | null
  // Drafts are listed newest first, but the oldest is published first.
  const postIds = drafts.map(({ id }) => id).toReversed()
  return { postIds, perDay: stored?.perDay ?? 1, from: dayKey(nowDate()), slots: stored?.slots ?? [] }
}

export const rememberPlan = (profileId: string, { perDay, slots }: PlanForm): void =>
  browserStore.write(keyOf(profileId), JSON.stringify({ perDay, slots }))

/** Converts the settings to an API request. */
export const toRequest = (
  profileId: string,
  { postIds, perDay, from, slots }: PlanForm,
): Input<'autoSchedulePosts'> => ({
  profileId,
  postIds: [...postIds],
  postsPerDay: perDay,
  startDate: from,
  ...(slots.length > 0 && { timeSlots: [...slots] }),
})
