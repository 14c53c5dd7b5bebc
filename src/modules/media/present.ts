import type { LinkDeps } from './deps.ts'
import { makeProxyUrl } from './links/links.ts'
import type { MediaRow } from './store.ts'

/** Returns a file as the API shows it. An upload result is a subset of these fields. */
export function presentMedia(deps: LinkDeps, media: MediaRow) {
  const { facts, posterSize } = media
  const video = facts.kind === 'video' ? facts : null
  const timed = facts.kind === 'audio' ? facts : video
  return {
    ...media,
    url: makeProxyUrl(deps, media),
    posterUrl: posterSize === null ? null : makeProxyUrl(deps, media, 'poster'),
    width: facts.kind === 'audio' ? null : facts.width,
    height: facts.kind === 'audio' ? null : facts.height,
    preview: facts.preview,
    animated: facts.kind === 'image' ? facts.animated : null,
    durationMs: timed?.durationMs ?? null,
    pages: facts.kind === 'document' ? facts.pages : null,
    codec: timed?.codec ?? null,
    frameRate: video?.frameRate ?? null,
    rotation: video?.rotation ?? null,
  }
}

export type PresentedMedia = ReturnType<typeof presentMedia>
