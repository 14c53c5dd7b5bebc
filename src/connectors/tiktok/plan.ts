import type { Outgoing, OutgoingMedia, Plan, PlannedPart } from '#connectors/connector.ts'
import { find } from '#rules/find/find.ts'
import { holdsLink } from '#rules/find/holds-link.ts'
import { tiktok } from '#rules/networks/tiktok.ts'
import { settingsOf } from './settings.ts'

/** The size of a chunk: TikTok accepts 5 to 64 MB, and this value is valid with either definition of MB. */
const chunkBytes = 10 * 1_048_576

interface Chunks {
  readonly chunk: number
  readonly count: number
}

/**
 * Divides a file into full chunks, the last of which includes the remainder. A file of less than two chunks is sent in
 * one.
 */
export function chunksOf(size: number): Chunks {
  const count = Math.floor(size / chunkBytes)
  return count < 2 ? { chunk: size, count: 1 } : { chunk: chunkBytes, count }
}

/** Returns the bytes [from, to) of a chunk. */
export const chunkAt = (size: number, { chunk, count }: Chunks, at: number) => ({
  from: at * chunk,
  to: at === count - 1 ? size : (at + 1) * chunk,
})

export const isInbox = (post: Outgoing): boolean => settingsOf(post.settings).mode === 'inbox'

export const filesOf = ({ parts }: Outgoing): readonly OutgoingMedia[] => parts[0]?.media ?? []

/** Returns the video. A post without files is handled like images and refused before anything is sent. */
export const videoOf = (post: Outgoing): OutgoingMedia | null =>
  filesOf(post).find(({ kind }) => kind === 'video') ?? null

/** Returns the first step. A draft skips the options, which its owner chooses in the app. */
export const firstOf = (post: Outgoing): string => (isInbox(post) ? (videoOf(post) ? 'init' : 'photos') : 'creator')

export function plan(post: Outgoing): Plan {
  const video = videoOf(post)
  const sending = video
    ? [
        isInbox(post) ? 'POST initInboxVideo' : 'POST initVideo',
        ...Array.from({ length: chunksOf(video.size).count }, () => 'PUT uploadVideo'),
      ]
    : ['POST initPhotos']
  return {
    first: firstOf(post),
    parts: [planned(textOf(post))],
    calls: [...(isInbox(post) ? [] : ['POST queryCreatorInfo']), ...sending, 'POST getPublishStatus'],
  }
}

/**
 * Returns the text as written. TikTok has no link posts, so the post's link is added below the text, unless the text
 * contains it.
 */
export function textOf({ parts, link }: Outgoing): string {
  const text = parts[0]?.text ?? ''
  if (link === null || holdsLink(text, link, tiktok.dialect)) return text
  return text.trim() === '' ? link : `${text.trimEnd()}\n\n${link}`
}

function planned(text: string): PlannedPart {
  const found = find(text, tiktok.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  return { text, links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }
}
