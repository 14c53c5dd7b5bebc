import type { Finding, Outgoing } from '#connectors/connector.ts'
import { filesOf } from './plan.ts'
import { settingsOf } from './settings.ts'

/** Finds conflicts between settings and content. */
export function check(post: Outgoing): readonly Finding[] {
  const { poll } = settingsOf(post.settings)
  return poll && filesOf(post, 0).length > 0 ? [pollBesideFiles] : []
}

const pollBesideFiles: Finding = {
  code: 'settings_invalid',
  message: 'Threads shows a poll beside a text, not beside pictures and videos.',
  at: { setting: 'poll' },
  fix: 'Leave out either.',
}
