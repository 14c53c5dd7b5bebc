import { refuseWarnings } from '../require-publishable.ts'
import { type Arming, describeSame, nameFaults, toQuestion } from './list-same-posts.ts'
import type { Question, SamePost } from './store.ts'

/** The comparison of new posts, as part of the statement that stores them. */
export interface NewGuard extends Question {
  /** Refuses if an account already has one of the posts. */
  readonly requireNone: (found: readonly SamePost[]) => void
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
