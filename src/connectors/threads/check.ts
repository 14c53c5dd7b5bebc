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
  message: 'Threads does not support polls with pictures or videos. Remove the poll or the files.',
  at: { setting: 'poll' },
  fix: 'Remove the pictures or the videos.',
}
