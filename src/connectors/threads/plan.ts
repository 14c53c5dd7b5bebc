import type { Outgoing, OutgoingMedia, Plan, PlannedPart } from '#connectors/connector.ts'
import { extrasOf } from '#connectors/contract/extras.ts'
import { dayMinutes } from '#connectors/polls.ts'
import { find } from '#rules/find/find.ts'
import { holdsLink } from '#rules/find/holds-link.ts'
import { threads } from '#rules/networks/threads.ts'
import { type Memo, postsOf } from './memo.ts'
import { settingsOf } from './settings.ts'

/** Returns the number of the current part; the one after the last is the first comment. */
export const partOf = (memo: Memo): number => postsOf(memo).length
export const isComment = ({ parts }: Outgoing, memo: Memo): boolean => partOf(memo) === parts.length

export const filesOf = ({ parts }: Outgoing, part: number): readonly OutgoingMedia[] => parts[part]?.media ?? []

/**
 * Returns the post that a part replies to: the previous part, or what a reply answers. A first comment replies to the
 * first part.
 */
export function parentOf(post: Outgoing, memo: Memo): string | null {
  const posts = postsOf(memo)
  return (isComment(post, memo) ? posts[0] : posts.at(-1)) ?? post.answers?.remoteId ?? null
}

/** Returns the first step of a part. A part with several files needs a container for each file before its own. */
export const firstStep = (post: Outgoing, part: number): string => {
  if (part === post.parts.length) return 'comment'
  return filesOf(post, part).length > 1 ? 'item' : 'container'
}

export function plan(post: Outgoing): Plan {
  const { poll, quotePostId: quotes } = settingsOf(post.settings)
  return {
    first: firstStep(post, 0),
    parts: post.parts.map((_, part) => planned(textOf(post, part))),
    calls: [
      ...post.parts.flatMap((_, part) => [...itemCalls(filesOf(post, part).length), ...calls, 'GET getThread']),
      ...(post.firstComment === null ? [] : calls),
    ],
    ...extrasOf({ poll: poll && { question: null, options: poll.options, minutes: dayMinutes }, quotes }),
  }
}

const calls = ['POST createContainer', 'GET getContainer', 'POST publishContainer']
// At least one call; more while the files are processed.
const itemCalls = (files: number): string[] =>
  files > 1 ? [...Array.from({ length: files }, () => 'POST createContainer'), 'GET getContainer'] : []

/**
 * Returns the text as written. A link has a card only in a post without files or a poll. Otherwise the post's link is
 * added below the text, unless the text contains it.
 */
export function textOf(post: Outgoing, part: number): string {
  if (part === post.parts.length) return post.firstComment ?? ''
  const text = post.parts[part]?.text ?? ''
  const { link } = post
  if (part > 0 || link === null || holdsLink(text, link, threads.dialect)) return text
  if (text.trim() === '') return link
  return cardOf(post) === null ? `${text.trimEnd()}\n\n${link}` : text
}

export function cardOf(post: Outgoing): string | null {
  return filesOf(post, 0).length > 0 || settingsOf(post.settings).poll ? null : post.link
}

function planned(text: string): PlannedPart {
  const found = find(text, threads.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  return { text, links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }
}
