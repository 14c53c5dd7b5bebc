import type { OutgoingPart } from '#connectors/connector.ts'
import type { Issue } from '#connectors/contract/codes.ts'
import { count } from '#rules/count/count.ts'
import { find } from '#rules/find/find.ts'
import { exactUpTo, isFarTooLong, type Limits, type TextRule } from '#rules/limits.ts'

/** The length of a text as one of the network's rules counts it. */
export interface Length {
  readonly rule: TextRule
  /** Exact up to a few times the limit. */
  readonly length: number
  readonly isExact: boolean
}

export function lengthsOf(text: string, { text: rules, dialect }: Limits): readonly Length[] {
  return rules.map((rule) => {
    const most = rule.max * exactUpTo
    const length = isFarTooLong(text, rule) ? text.length : count(text, rule, dialect, most)
    return { rule, length, isExact: length <= most && !isFarTooLong(text, rule) }
  })
}

export const lengthIssues = (lengths: readonly Length[], what: string, { name }: Limits, path: string): Issue[] =>
  lengths.flatMap(({ rule: { max, words }, length, isExact }) => {
    if (isExact && length <= max) return []
    return {
      code: 'text_too_long',
      message: `The ${what} is ${isExact ? length : `more than ${max * exactUpTo}`} ${words}. ${name} allows ${max}.`,
      path,
      fix: isExact ? `Shorten it by ${counted(length - max, words)}.` : `Shorten it to ${max} ${words}.`,
    }
  })

const counted = (count: number, words: string): string => `${count} ${count === 1 ? words.replace(/s$/, '') : words}`

export function missingTextIssues({ text, media }: OutgoingPart, limits: Limits, path: string): Issue[] {
  const issues: Issue[] = []
  if (text.trim() === '' && media.length === 0)
    issues.push({
      code: 'text_missing',
      message: 'This post is empty.',
      path,
      fix: 'Write something or add a file.',
    })
  if (limits.mediaRequired && media.length === 0)
    issues.push({ code: 'media_required', message: `${limits.name} needs an image or a video.`, path })
  return issues
}

/** Counts the distinct links in a text and its card. */
export function linkIssues(text: string, card: string | null, limits: Limits, path: string): Issue[] {
  const { links: max, dialect, name } = limits
  if (max === undefined) return []
  const written = find(text, dialect).filter(({ kind }) => kind === 'link')
  const { size } = new Set([...written.map(({ value }) => value), ...(card === null ? [] : [card])])
  if (size <= max) return []
  const message = `${size} links in the text. ${name} allows ${max}.`
  return [{ code: 'links_too_many', message, path, fix: `Remove ${size - max}.` }]
}
