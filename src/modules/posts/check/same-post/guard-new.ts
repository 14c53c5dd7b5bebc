import type { NewGuard } from '../../store/same-posts.ts'
import { refuseWarnings } from '../require-publishable.ts'
import { type Arming, describeSame, nameFaults, toQuestion } from './list-same-posts.ts'

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
