import { createHash } from 'node:crypto'
import type { Db } from '#infra/db/client.ts'
import type { Fault } from '#kernel/errors.ts'
import { type AccountId, type PostId, toWire } from '#kernel/ids.ts'
import { canonical, type Json } from '#kernel/json.ts'
import { compose } from '#rules/count/compose.ts'
import { platformFields } from '#rules/network-names.ts'
import type { Confirmed } from '../../content.ts'
import type { DraftTarget, MediaById } from '../../draft/draft.ts'
import type { PostRow } from '../../store/posts.ts'
import { findSamePosts, type Question, type SamePost } from '../../store/same-posts.ts'
import type { CheckedTarget, PostIssue } from '../check-draft.ts'

const samePost = 'same_post'

/** A post to be armed, with the digest of each of its targets. */
export interface Arming {
  /** A prefix for the path of its warnings in the request. */
  readonly path: string
  /** Null if it is not stored. */
  readonly postId: PostId | null
  /** Time at which it is to be published. */
  readonly at: Date
  /** The number of days for which a published post counts. With 0, nothing is compared. */
  readonly days: number
  readonly confirmed: Confirmed
  readonly targets: readonly ArmingTarget[]
}

interface ArmingTarget {
  readonly target: Pick<DraftTarget, 'index' | 'network' | 'accountId'>
  /** Null if the target may repeat another. */
  readonly digest: string | null
}

/** Another post with the same digest. One in the same request may have no ID yet, so it is identified by its place. */
type Other = Pick<SamePost, 'at' | 'state'> & ({ readonly postId: PostId } | { readonly place: string })

/**
 * Lists for each post the warnings about targets whose account already has the same post, stored or earlier in the
 * list. Runs one statement for any number of posts, and none if no profile compares. With `locks`, inside the
 * transaction that arms the posts, two identical posts cannot both pass.
 */
export async function listSamePosts(
  db: Db,
  armings: readonly Arming[],
  { locks }: { readonly locks: boolean },
): Promise<PostIssue[][]> {
  const question = toQuestion(armings)
  return describeSame(armings, question, await findSamePosts(db, question, locks))
}

/** Returns the database query parameters for these posts, without confirmed ones. */
export const toQuestion = (armings: readonly Arming[]): Question => ({
  requested: armings.flatMap((arming) =>
    isConfirmed(arming.confirmed) ? [] : listPairs(arming).map((pair) => ({ ...pair, days: arming.days })),
  ),
  own: armings.flatMap(({ postId }) => postId ?? []),
})

/** Returns the warnings of each post, from the query result. */
export function describeSame(
  armings: readonly Arming[],
  { requested }: Question,
  found: readonly SamePost[],
): PostIssue[][] {
  const stored = new Map<string, Other>()
  for (const { place, ...other } of found) {
    const one = requested[place - 1]
    if (one) stored.set(keyOf(one), other)
  }
  const earlier = new Map<string, Other>()
  return armings.map((arming) => {
    const { path, postId, at, confirmed } = arming
    const pairs = listPairs(arming)
    const issues = isConfirmed(confirmed)
      ? []
      : pairs.flatMap((pair) => {
          const other = stored.get(keyOf(pair)) ?? earlier.get(keyOf(pair))
          return other ? [describe(pair.target, other)] : []
        })
    const self: Other = { at, state: 'planned', ...(postId ? { postId } : { place: path }) }
    for (const pair of pairs) earlier.set(keyOf(pair), self)
    return issues
  })
}

/** Returns the warnings of all posts, each with its location in the request. */
export const nameFaults = (armings: readonly Arming[], issues: readonly (readonly PostIssue[])[]): Fault[] =>
  issues.flatMap((list, index) =>
    list.map(({ path = '', ...rest }) => ({ ...rest, path: `${armings[index]?.path ?? ''}${path}` })),
  )

interface Pair {
  readonly target: ArmingTarget['target']
  readonly accountId: AccountId
  readonly digest: string
}

const listPairs = ({ days, targets }: Arming): Pair[] =>
  days === 0
    ? []
    : targets.flatMap(({ target, digest }) =>
        digest !== null && target.accountId !== null ? [{ target, accountId: target.accountId, digest }] : [],
      )

const isConfirmed = (confirmed: Confirmed): boolean => confirmed === true || confirmed.includes(samePost)
const keyOf = ({ accountId, digest }: Pick<Pair, 'accountId' | 'digest'>): string => `${accountId} ${digest}`

function describe({ index, network, accountId }: Pair['target'], other: Other): PostIssue {
  const at = other.at.toISOString()
  const name = 'postId' in other ? toWire('post', other.postId) : other.place
  return {
    code: samePost,
    message: `${sentences[other.state]} ${at}: ${name}.`,
    fix: 'Change the post, or confirm the warning.',
    path: `/platforms/${index}`,
    params: { ...('postId' in other ? { postId: name } : { place: name }), at, state: other.state },
    ...platformFields(network),
    ...(accountId ? { accountId: toWire('acc', accountId) } : {}),
  }
}

const sentences = {
  planned: 'This account has the same post planned for',
  published: 'This account published the same post at',
  unknown: 'This account may have published the same post at',
} as const satisfies Record<SamePost['state'], string>

/** Settings that choose a location within an account. A pin on another board is a different pin. */
const places = ['boardId', 'boardSectionId']

/** True for posts that repeat others on purpose: recycled ones, runs of a recurring rule, and copies of a fan-out. */
export const mayRepeat = (post: Pick<PostRow, 'recycledFromId' | 'recurringRuleId' | 'parentId'>): boolean =>
  post.recycledFromId !== null || post.recurringRuleId !== null || post.parentId !== null

/**
 * Computes for each target the digest of what readers would consider the same post: its kind, texts, title, link and
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
