import type { Post } from './post-time.ts'

type Status = Post['status']

/** The statuses of a post, as lists filter by them. */
export const statusesOf = {
  draft: ['draft'],
  scheduled: ['scheduled', 'queued'],
  published: ['published'],
  failed: ['failed', 'partial', 'unknown'],
} as const satisfies Readonly<Record<string, readonly Status[]>>

export type ListedState = keyof typeof statusesOf

/** True if a post with this status is in the list of a state. */
export const isIn = (state: ListedState, status: Status): boolean => statusesOf[state].some((one) => one === status)

/** Counts the posts of a state. */
export const countState = (state: ListedState, byStatus: Readonly<Record<string, number>>): number =>
  statusesOf[state].reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)
