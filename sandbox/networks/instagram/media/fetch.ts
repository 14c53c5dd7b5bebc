import { fetchOwn } from '../../../core/http/fetch-own.ts'
import type { Received } from '../../../core/http/request.ts'
import { durationOf, frameRateOf } from '../../../core/media/film.ts'
import { sniff } from '../../../core/media/sniff.ts'
import { addressIn, type File } from '../../meta/containers.ts'
import type { Params } from '../../meta/params.ts'
import type { Wrong } from '../../meta/refusals.ts'
import type { Platform } from '../state/platform.ts'
import type { Container, Draft } from '../state/records.ts'
import { unpublishable } from '../wire/failures.ts'

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

/** Stores the file that was fetched or uploaded. */
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
  const inspected = inspectFile(platform, draft, kind, received)
  if ('failure' in inspected) return fail(container, inspected.failure)
  const face = cover && inspectFile(platform, { type: 'STORIES', thumbOffsetMs: null }, 'image', cover)
  if (face && 'failure' in face) return fail(container, face.failure)
  container.file = inspected.file
  return failsNext === null ? null : fail(container, failsNext)
}

function fail(container: Container, subcode: number): Wrong {
  container.failure = subcode
  return unpublishable(subcode)
}

/** The result of inspecting a file by its bytes. Properties that cannot be determined are not checked. */
type Inspected = { readonly file: File } | { readonly failure: number }

type Subject = Pick<Draft, 'type' | 'thumbOffsetMs'>

function inspectFile(
  platform: Platform,
  { type, thumbOffsetMs }: Subject,
  kind: File['kind'],
  file: Received,
): Inspected {
  const { world } = platform
  const known = sniff(file)
  const failure =
    kind === 'image'
      ? imageFailure(platform, type, file, known)
      : (videoFailure(platform, type, file, known) ?? thumbFailure(file, thumbOffsetMs))
  if (failure !== null || known === null) return { failure: failure ?? 2_207_026 }
  const url = world.media.keep('instagram', platform.nextId(), file, known.mime)
  return { file: { kind, mime: known.mime, bytes: file.size, sha256: file.sha256.toString('hex'), url } }
}

type Known = ReturnType<typeof sniff>

/** The minimum and maximum aspect ratio in the feed. A story has none. */
const ratios = { min: 4 / 5, max: 1.91 }
const inexactness = 0.005

function imageFailure({ rules }: Platform, type: Draft['type'], { size }: Received, known: Known): number | null {
  if (known === null || !rules.imageTypes.includes(known.mime) || !known.complete) return 2_207_005
  if (size > rules.maxImageBytes) return 2_207_004
  const ratio = known.size ? known.size.width / known.size.height : 1
  const fits = ratio >= ratios.min - inexactness && ratio <= ratios.max + inexactness
  return type === 'STORIES' || fits ? null : 2_207_009
}

function videoFailure({ rules }: Platform, type: Draft['type'], { size, bytes }: Received, known: Known) {
  const isStory = type === 'STORIES'
  if (!known || !['video/mp4', 'video/quicktime'].includes(known.mime) || !known.complete) return 2_207_026
  if (size > (isStory ? rules.maxStoryBytes : rules.maxReelBytes)) return 2_207_026
  const { width, height } = known.size ?? { width: 1, height: 1 }
  if (width > rules.maxVideoWidth || width / height < 0.01 || width / height > 10) return 2_207_026
  const frameRate = frameRateOf(bytes)
  if (frameRate !== null && (frameRate < 23 || frameRate > 60)) return 2_207_026
  const durationMs = durationOf(bytes)
  const isLasting = durationMs === null || (durationMs >= 3_000 && durationMs <= (isStory ? 60_000 : 900_000))
  return isLasting ? null : 2_207_026
}

function thumbFailure({ bytes }: Received, offsetMs: number | null): number | null {
  const durationMs = durationOf(bytes)
  return offsetMs !== null && durationMs !== null && offsetMs >= durationMs ? 2_207_057 : null
}
