import type { Finding, Outgoing } from '#connectors/connector.ts'
import { pollBesideFiles } from '#connectors/polls.ts'
import { settingsOf } from './settings.ts'

/** Finds what X does not allow: a poll together with files, and invisible characters. */
export const check = (post: Outgoing): readonly Finding[] => [
  ...(settingsOf(post.settings).poll ? pollBesideFiles(post, 'X') : []),
  ...post.parts.flatMap(({ text }, part) => (hasForbiddenSign(text) ? [signFound({ text: part })] : [])),
  ...(hasForbiddenSign(post.firstComment ?? '') ? [signFound({ firstComment: true })] : []),
]

/** The byte order mark, which files and some editors leave at the beginning of a text, and two noncharacters. */
const hasForbiddenSign = (text: string): boolean => /[\ufeff\ufffe\uffff]/.test(text)

const signFound = (at: Finding['at']): Finding => ({
  code: 'signs_not_allowed',
  message: 'The text contains an invisible character that X does not allow, such as a byte order mark.',
  at,
  fix: 'Remove it by retyping the words around it.',
})
