import type { Outgoing, OutgoingPart, Plan, PlannedPart } from '#connectors/connector.ts'
import { extrasOf } from '#connectors/contract/extras.ts'
import { find } from '#rules/find/find.ts'
import { holdsLink } from '#rules/find/holds-link.ts'
import { mastodon } from '#rules/networks/mastodon.ts'
import { knowsKeys } from './api/instance.ts'
import { pollSecondsOf, settingsOf } from './settings.ts'

/** Plans the calls and the exact text. */
export function plan(post: Outgoing): Plan {
  const files = post.parts.flatMap((part) => part.media)
  const { spoilerText: contentWarning, poll, quote: quotes } = settingsOf(post.settings)
  const posts = post.parts.length + (post.firstComment === null ? 0 : 1)
  return {
    first: post.answers ? 'answer' : firstStepOf(post),
    parts: post.parts.map((_, part) => planned(textOf(post, part))),
    calls: [
      ...(post.answers ? ['GET getStatus'] : []),
      ...files.map(() => 'POST uploadMedia'),
      // One call if the file is already converted; otherwise more.
      ...files.filter(isConverted).map(() => 'GET getMedia'),
      ...Array.from({ length: posts }, () => 'POST createStatus'),
    ],
    ...extrasOf({
      contentWarning,
      poll: poll && { question: null, options: poll.options, minutes: pollSecondsOf(poll) / 60 },
      quotes,
    }),
  }
}

export const firstStepOf = (post: Outgoing): string =>
  post.parts.some(({ media }) => media.length > 0) ? 'upload' : postingStep(post)

/**
 * Returns the text as written. A reply begins with the handle of the person it answers, who would not be notified
 * otherwise. Only the post's link is added, below the first part, unless the text contains it:
 * Mastodon shows a link only in the text.
 */
export function textOf({ parts, link, answers }: Outgoing, part: number): string {
  const text = answers ? addressed(parts[part]?.text ?? '', answers.handle) : (parts[part]?.text ?? '')
  if (part > 0 || link === null || holdsLink(text, link, mastodon.dialect)) return text
  return text.trim() === '' ? link : `${text.trimEnd()}\n\n${link}`
}

function addressed(text: string, handle: string): string {
  const isNamed = find(text, mastodon.dialect).some(
    ({ kind, value }) => kind === 'mention' && value.toLowerCase() === handle.toLowerCase(),
  )
  return isNamed ? text : `@${handle} ${text}`
}

/** True for a file that the server converts after the upload: video, audio or animation. */
export const isConverted = ({ kind, animated }: OutgoingPart['media'][number]): boolean => kind !== 'image' || animated

/** Returns the posting step: one for servers that recognize a repeat, one for all others. */
export const postingStep = ({ account }: Outgoing): 'post' | 'post-once' =>
  knowsKeys(account.facts) ? 'post' : 'post-once'
export const commentingStep = ({ account }: Outgoing): 'comment' | 'comment-once' =>
  knowsKeys(account.facts) ? 'comment' : 'comment-once'

function planned(text: string): PlannedPart {
  const found = find(text, mastodon.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  return { text, links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }
}
