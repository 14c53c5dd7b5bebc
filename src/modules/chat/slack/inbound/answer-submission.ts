import type { SlackDeps } from '../deps.ts'
import { readComposed, readMetadata, readTime } from '../handle/read-form.ts'
import { views } from '../show/action-names.ts'
import type { SlackInteraction } from './readings.ts'

type Submission = Extract<SlackInteraction, { readonly type: 'view_submission' }>

/** Returns the errors of a modal, which Slack shows next to its fields. Null: the modal closes, and a job goes on. */
export function answerSubmission({ clock }: Pick<SlackDeps, 'clock'>, { view }: Submission) {
  const errors = findErrors(view, clock.now())
  return errors ? { response_action: 'errors' as const, errors } : null
}

function findErrors({ callback_id: name, private_metadata: kept, state }: Submission['view'], now: Date) {
  const metadata = readMetadata(kept)
  switch (name) {
    case views.compose: {
      const read = readComposed(state.values, metadata, now)
      return 'errors' in read ? read.errors : null
    }
    case views.schedule: {
      const read = readTime(state.values, metadata, now)
      return 'errors' in read ? read.errors : null
    }
    default:
      return null
  }
}
