import type { Finding, Outgoing } from '#connectors/connector.ts'
import { settingsOf } from './settings.ts'

/** Finds a poll beside files, which X does not support. */
export function check(post: Outgoing): readonly Finding[] {
  const { poll } = settingsOf(post.settings)
  return poll && (post.parts[0]?.media.length ?? 0) > 0 ? [pollBesideFiles] : []
}

const pollBesideFiles: Finding = {
  code: 'settings_invalid',
  message: 'X does not allow a poll and files in one post. Remove the poll or the files.',
  at: { setting: 'poll' },
  fix: 'Remove the poll, or the pictures and videos.',
}
