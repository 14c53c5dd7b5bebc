import type { Outgoing, OutgoingMedia, Plan, PlannedPart } from '#connectors/connector.ts'
import { extrasOf } from '#connectors/contract/extras.ts'
import { dayMinutes } from '#connectors/polls.ts'
import { find } from '#rules/find/find.ts'
import { holdsLink } from '#rules/find/holds-link.ts'
import { x } from '#rules/networks/x.ts'
import { settingsOf } from './settings.ts'

/** The usual segment size. Segments are sent in order, and X accepts up to a thousand. */
const segmentBytes = 4 * 1024 * 1024
const segmentsMax = 1_000

export const segmentSizeOf = (size: number): number => Math.max(segmentBytes, Math.ceil(size / segmentsMax))

/** Plans the calls and the exact text. */
export function plan(post: Outgoing): Plan {
  const files = post.parts.flatMap((part) => part.media)
  const { poll } = settingsOf(post.settings)
  const posts = post.parts.length + (post.firstComment === null ? 0 : 1)
  return {
    first: files.length > 0 ? 'upload' : 'post',
    parts: post.parts.map((_, part) => planned(textOf(post, part))),
    calls: [...files.flatMap(callsFor), ...Array.from({ length: posts }, () => 'POST createPost')],
    ...extrasOf({
      poll: poll && { question: null, options: poll.options, minutes: poll.durationMinutes ?? dayMinutes },
    }),
  }
}

function callsFor(item: OutgoingMedia): string[] {
  const size = isProcessed(item) ? item.size : Math.min(item.size, x.image.maxBytes)
  return [
    'POST initializeUpload',
    ...Array.from({ length: Math.ceil(size / segmentSizeOf(size)) }, () => 'POST appendUpload'),
    'POST finalizeUpload',
    // At least one call; more while the file is processed.
    ...(isProcessed(item) ? ['GET getUploadStatus'] : []),
    ...(altTextOf(item) === '' ? [] : ['POST createMediaMetadata']),
  ]
}

/**
 * Returns the text as written. Only the post's link is added, below the first part, unless the text contains it: X
 * creates a card only for a link in the text.
 */
export function textOf({ parts, link }: Outgoing, part: number): string {
  const text = parts[part]?.text ?? ''
  if (part > 0 || link === null || holdsLink(text, link, x.dialect)) return text
  return text.trim() === '' ? link : `${text.trimEnd()}\n\n${link}`
}

/** True for videos and animations, which X processes before a post can use them. */
const isProcessed = ({ kind, animated }: OutgoingMedia): boolean => kind === 'video' || animated

export const altTextOf = ({ altText }: OutgoingMedia): string => altText?.trim() ?? ''

function planned(text: string): PlannedPart {
  const found = find(text, x.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  return { text, links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }
}
