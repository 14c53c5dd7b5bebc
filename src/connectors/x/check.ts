import type { Finding, JsonObject, Outgoing } from '#connectors/connector.ts'
import { pollBesideFiles } from '#connectors/polls.ts'
import type { Limits } from '#rules/limits.ts'
import { x } from '#rules/networks/x.ts'
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
  message: 'The text contains an invisible character that X doesn’t allow, such as a byte order mark.',
  at,
  fix: 'Delete and retype the words around it.',
})

const longMax = 25_000
const longFilmMs = 4 * 3_600_000

/**
 * Returns the limits of an account. Paid accounts may publish longer texts, which are counted the same way, and longer
 * videos. The API's file size limit is the same for all.
 */
export function limitsFor(facts: JsonObject): Limits {
  if (!isPaid(facts)) return x
  return {
    ...x,
    text: x.text.map((rule) => ({ ...rule, max: longMax })),
    video: { ...x.video, maxDurationMs: longFilmMs },
  }
}

const isPaid = ({ subscriptionType, verifiedType }: JsonObject): boolean =>
  /^(?:basic|premium)/i.test(wordOf(subscriptionType)) || /^(?:business|government)$/i.test(wordOf(verifiedType))

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')
