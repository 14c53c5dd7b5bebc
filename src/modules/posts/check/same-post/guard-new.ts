import { refuseWarnings } from '../require-publishable.ts'
import { type Arming, describeSame, nameFaults, toQuestion } from './list-same-posts.ts'
import type { Question, SamePost } from './store.ts'

/** The comparison of new posts, which is part of the statement that stores them. */
export interface NewGuard extends Question {
  /** Refuses if an account has one of the posts already. */
  readonly requireNone: (found: readonly SamePost[]) => void
}

export const guardNew = (armings: readonly Arming[]): NewGuard => ({
  ...toQuestion(armings),
  requireNone(found) {
    const same = nameFaults(armings, describeSame(armings, found))
    if (same.length > 0) refuseWarnings(same)
  },
})
