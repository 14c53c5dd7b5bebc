import type { Finding, Outgoing } from '#connectors/connector.ts'
import { pollBesideFiles } from '#connectors/polls.ts'
import { settingsOf } from './settings.ts'

/** Finds a poll together with files, which X does not support. */
export const check = (post: Outgoing): readonly Finding[] =>
  settingsOf(post.settings).poll ? pollBesideFiles(post, 'X') : []
