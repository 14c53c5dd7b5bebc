import { fetchOwn } from '../../../core/http/fetch-own.ts'
import type { Received } from '../../../core/http/request.ts'
import { addressIn, type File } from '../../meta/containers.ts'
import type { Params } from '../../meta/params.ts'
import type { Wrong } from '../../meta/refusals.ts'
import type { Platform } from '../state/platform.ts'
import type { Container, Draft } from '../state/records.ts'
import { unpublishable } from '../wire/failures.ts'
import { inspectFile } from './files.ts'

interface Source {
  readonly kind: File['kind']
  readonly url: string
}

/** Returns the file to fetch, which is in one of two parameters. */
export function sourceIn(params: Params, type: Draft['type']): Source {
  const isImage = type === 'IMAGE' || (type === 'STORIES' && params.video_url === undefined)
  const kind = isImage ? 'image' : 'video'
  return { kind, url: addressIn(params, kind) }
}

/** Fetches the container's file, and the cover of a reel. Returns the error, after recording it, or null. */
export async function fill(
  platform: Platform,
  container: Container,
  { kind, url, coverUrl }: Source & { readonly coverUrl: string | undefined },
): Promise<Wrong | null> {
  container.isFetching = true
  if (kind === 'video')
    container.readyAtMs = Math.max(container.readyAtMs, container.createdAtMs + platform.rules.videoProcessingMs)
  const [received, cover] = await Promise.all([fetchOwn(url), coverUrl === undefined ? null : fetchOwn(coverUrl)])
  container.isFetching = false
  if (received === null) return fail(container, kind === 'video' ? 2_207_077 : 2_207_052)
  if (coverUrl !== undefined && cover === null) return fail(container, 2_207_052)
  return take(platform, container, { kind, received, cover })
}

/** Keeps the file that was fetched or uploaded. */
export function take(
  platform: Platform,
  container: Container,
  {
    kind,
    received,
    cover,
  }: { readonly kind: File['kind']; readonly received: Received; readonly cover: Received | null },
): Wrong | null {
  const { person, draft } = container
  const { failsNext } = person
  person.failsNext = null
  const looked = inspectFile(platform, draft, kind, received)
  if ('failure' in looked) return fail(container, looked.failure)
  const face = cover && inspectFile(platform, { type: 'STORIES', thumbOffsetMs: null }, 'image', cover)
  if (face && 'failure' in face) return fail(container, face.failure)
  container.file = looked.file
  return failsNext === null ? null : fail(container, failsNext)
}

function fail(container: Container, subcode: number): Wrong {
  container.failure = subcode
  return unpublishable(subcode)
}
