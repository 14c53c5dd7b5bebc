import type { Outgoing, OutgoingPart, Plan, PlannedPart } from '#connectors/connector.ts'
import { find } from '#rules/find.ts'
import { mastodon } from '#rules/networks/mastodon.ts'
import { knowsKeys } from './instance.ts'

/** What will be called, and the text to the last byte. */
export function plan(post: Outgoing): Plan {
  const files = post.parts.flatMap((part) => part.media)
  const posts = post.parts.length + (post.firstComment === null ? 0 : 1)
  return {
    first: files.length > 0 ? 'upload' : postingStep(post),
    parts: post.parts.map((_, part) => planned(textOf(post, part))),
    calls: [
      ...files.map(() => 'POST uploadMedia'),
      // As often as it takes; once, if it is ready by then.
      ...files.filter(isConverted).map(() => 'GET getMedia'),
      ...Array.from({ length: posts }, () => 'POST createStatus'),
    ],
  }
}

/**
 * As it was written. The one thing that is added is the post's link, below its first part, unless it stands there: a link
 * is shown because it is in the text, and in no other way.
 */
export function textOf({ parts, link }: Outgoing, part: number): string {
  const text = parts[part]?.text ?? ''
  if (part > 0 || link === null || text.includes(link)) return text
  return text.trim() === '' ? link : `${text.trimEnd()}\n\n${link}`
}

/** The server makes a video of what moves, and is not done when the upload is. */
export const isConverted = ({ kind, animated }: OutgoingPart['media'][number]): boolean => kind === 'video' || animated

/** Where a repeat is known to be one, and where it is not. */
export const postingStep = ({ account }: Outgoing): 'post' | 'post-once' =>
  knowsKeys(account.facts) ? 'post' : 'post-once'
export const commentingStep = ({ account }: Outgoing): 'comment' | 'comment-once' =>
  knowsKeys(account.facts) ? 'comment' : 'comment-once'

function planned(text: string): PlannedPart {
  const found = find(text, mastodon.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  return { text, links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }
}
