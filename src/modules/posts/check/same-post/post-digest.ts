import { createHash } from 'node:crypto'
import { canonical, type Json } from '#kernel/json.ts'
import { compose } from '#rules/count/compose.ts'
import type { MediaById } from '../../draft/draft.ts'
import type { PostRow } from '../../store/posts.ts'
import type { CheckedTarget } from '../check-draft.ts'

/** Settings that choose a place within an account. A pin on another board is a different pin. */
const places = ['boardId', 'boardSectionId']

/** True for posts that repeat others on purpose: recycled ones, runs of a recurring rule, and copies of a fan-out. */
export const mayRepeat = (post: Pick<PostRow, 'recycledFromId' | 'recurringRuleId' | 'parentId'>): boolean =>
  post.recycledFromId !== null || post.recurringRuleId !== null || post.parentId !== null

/**
 * Computes for each target the digest of what readers would take for the same post: its kind, texts, title, link and
 * files, with polls and quotes. Texts are compared without tracking parameters and differences in spaces, and files by
 * their bytes. First comments, alt texts and choices such as an audience do not count. The account is not part of it.
 * Null if a target cannot be published. A digest has the form in which PostgreSQL reads and prints bytes.
 */
export function digestTargets(
  checked: readonly Pick<CheckedTarget, 'outgoing' | 'planned'>[],
  files: MediaById,
): (string | null)[] {
  // Most targets have the same texts, so each text is read once.
  const known = new Map<string, string>()
  const digestText = (text: string): string => {
    const digest = known.get(text) ?? sha256(normalize(text))
    known.set(text, digest)
    return digest
  }
  return checked.map(({ outgoing, planned }) => {
    if (!outgoing) return null
    const { format, parts, title, link, settings } = outgoing
    const covered = {
      format,
      parts: parts.map(({ text, media }) => ({
        text: digestText(text),
        files: media.map(({ mediaId }) => files.get(mediaId as never)?.hash.toString('hex') ?? mediaId),
      })),
      title: title === null ? null : digestText(title),
      link: link === null ? null : digestText(link),
      extras: planned?.extras ?? {},
      places: places.map((name) => settings[name] ?? null),
    }
    return `\\x${sha256(canonical(covered as unknown as Json))}`
  })
}

/** Composes a text, collapses whitespace, and removes the tracking parameters of its links. */
function normalize(text: string): string {
  const words = compose(text).trim().split(/\s+/)
  return words.map((word) => (word.includes('?') ? dropTracking(word) : word)).join(' ')
}

const closing = new Set('.,;:!?)]}>"\'”’»')

/** Removes `utm_…` parameters from a link. Punctuation after the link stays. */
function dropTracking(word: string): string {
  let end = word.length
  while (end > 0 && closing.has(word.charAt(end - 1))) end -= 1
  const begin = word.indexOf('?')
  if (begin >= end) return word
  const fragment = word.indexOf('#', begin)
  const stop = fragment < 0 || fragment > end ? end : fragment
  const pairs = word.slice(begin + 1, stop).split('&')
  const kept = pairs.filter((pair) => !pair.toLowerCase().startsWith('utm_'))
  if (kept.length === pairs.length) return word
  return `${word.slice(0, begin)}${kept.length > 0 ? `?${kept.join('&')}` : ''}${word.slice(stop)}`
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
