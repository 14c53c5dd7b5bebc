import type { Outgoing, OutgoingMedia, Plan, PlannedPart } from '#connectors/connector.ts'
import { find } from '#rules/find.ts'
import { tiktok } from '#rules/networks/tiktok.ts'
import { settingsOf } from './settings.ts'

/** Between what TikTok takes for 5 and for 64 MB, however it counts them. */
const chunkBytes = 10 * 1_048_576

export interface Chunks {
  readonly chunk: number
  readonly count: number
}

/** Full ones, the last of which takes what is left over; a file of less than two goes in one. */
export function chunksOf(size: number): Chunks {
  const count = Math.floor(size / chunkBytes)
  return count < 2 ? { chunk: size, count: 1 } : { chunk: chunkBytes, count }
}

/** Bytes [from, to) of a chunk. */
export const chunkAt = (size: number, { chunk, count }: Chunks, at: number) => ({
  from: at * chunk,
  to: at === count - 1 ? size : (at + 1) * chunk,
})

export const isInbox = (post: Outgoing): boolean => settingsOf(post.settings).mode === 'inbox'

export const filesOf = ({ parts }: Outgoing): readonly OutgoingMedia[] => parts[0]?.media ?? []

/** A post without any goes the way of pictures: it is refused before it goes anywhere. */
export const videoOf = (post: Outgoing): OutgoingMedia | null =>
  filesOf(post).find(({ kind }) => kind === 'video') ?? null

/** What a draft may be is for its owner to say, in the app. */
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

/** As it was written. There are no posts of links: the post's own goes below the text, unless it stands there. */
export function textOf({ parts, link }: Outgoing): string {
  const text = parts[0]?.text ?? ''
  if (link === null || text.includes(link)) return text
  return text.trim() === '' ? link : `${text.trimEnd()}\n\n${link}`
}

function planned(text: string): PlannedPart {
  const found = find(text, tiktok.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  return { text, links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }
}
