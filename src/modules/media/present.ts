import type { LinkDeps } from './deps.ts'
import { proxyUrlOf } from './links.ts'
import type { MediaRow } from './store.ts'

/** A file as the wire shows it; an upload's result is the first part of this. */
export function presentMedia(deps: LinkDeps, media: MediaRow) {
  const { facts, posterSize } = media
  const video = facts.kind === 'video' ? facts : null
  return {
    ...media,
    url: proxyUrlOf(deps, media),
    posterUrl: posterSize === null ? null : proxyUrlOf(deps, media, 'poster'),
    width: facts.width,
    height: facts.height,
    preview: facts.preview,
    animated: facts.kind === 'image' ? facts.animated : null,
    durationMs: video?.durationMs ?? null,
    codec: video?.codec ?? null,
    frameRate: video?.frameRate ?? null,
    rotation: video?.rotation ?? null,
  }
}

export type PresentedMedia = ReturnType<typeof presentMedia>
