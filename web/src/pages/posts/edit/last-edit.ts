import { makeStore } from '#web/lib/store.ts'

/** An edit that can still be undone. */
export interface LastEdit {
  readonly profileId: string
  readonly batchId: string
  readonly postIds: readonly string[]
  /** The number of posts that were changed. */
  readonly count: number
  /** The end of the time for undo. */
  readonly until: string
}

/** The latest edit of many posts. Null once it is undone, dismissed or too old. */
export const lastEdit = makeStore<LastEdit | null>(null)
