import type { Finding, Outgoing } from '#connectors/connector.ts'
import { pollBesideFiles } from '#connectors/polls.ts'
import { settingsOf } from './settings.ts'

/** Finds what X does not allow: a poll together with files, and signs that nobody sees. */
export const check = (post: Outgoing): readonly Finding[] => [
  ...(settingsOf(post.settings).poll ? pollBesideFiles(post, 'X') : []),
  ...post.parts.flatMap(({ text }, part) => (hasForbiddenSign(text) ? [signFound({ text: part })] : [])),
  ...(hasForbiddenSign(post.firstComment ?? '') ? [signFound({ firstComment: true })] : []),
]

/** The mark of byte order, which files and some editors leave at the beginning of a text, and two that are no characters. */
const hasForbiddenSign = (text: string): boolean => /[\ufeff\ufffe\uffff]/.test(text)

const signFound = (at: Finding['at']): Finding => ({
  code: 'signs_not_allowed',
  message: 'The text contains an invisible character that X does not allow, such as a byte order mark.',
  at,
  fix: 'Remove it: type the words around it again.',
})
