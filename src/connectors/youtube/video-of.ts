import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import { youtube } from '#rules/networks/youtube.ts'

export const videoOf = ({ parts }: Outgoing): OutgoingMedia | null =>
  parts[0]?.media.find(({ kind }) => kind === 'video') ?? null

export function requireVideo(post: Outgoing): OutgoingMedia {
  const video = videoOf(post)
  if (!video) throw new Error('the post has no video')
  return video
}

const maxShortMs = youtube.byFormat?.short?.video?.maxDurationMs ?? 0

/** YouTube turns every square or vertical video that is short enough into a Short, whatever kind the post states. */
export const mayBeShort = ({ width, height, durationMs }: OutgoingMedia): boolean =>
  height >= width && (durationMs ?? 0) <= maxShortMs
