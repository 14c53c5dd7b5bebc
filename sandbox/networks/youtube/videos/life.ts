import type { LedgerEntry } from '../../../core/control/ledger.ts'
import type { Received } from '../../../core/http/request.ts'
import { durationOf } from '../../../core/media/film.ts'
import { sniff } from '../../../core/media/sniff.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Session, Video } from '../state/records.ts'

/** Creates the video of a session whose last byte has arrived. It is processed before anyone can watch it. */
export function arrive(platform: Platform, { person, requested, into }: Session, slowerMs: number): Video {
  const { world, rules, due, videos } = platform
  const id = idOf(platform.secret())
  const video: Video = {
    id,
    number: person.videos.length + 1,
    person,
    requested,
    file: inspect(platform, id, into.done()),
    // Lists are ordered by time, so each video needs its own time.
    atMs: Math.max(world.clock.ms(), (person.videos.at(-1)?.atMs ?? 0) + 1),
    status: 'uploaded',
    processedAtMs: 0,
    reason: null,
    thumbnail: null,
    captions: [],
    deleted: false,
  }
  videos.set(id, video)
  person.videos.push(video)
  due.add(world.clock.ms() + rules.processingMs + slowerMs, `The video of ${person.name} is processed.`, () =>
    process(platform, video),
  )
  due.until(world.clock.ms())
  return video
}

/** Returns an ID with eleven letters, digits and URL-safe characters. */
const idOf = (secret: string): string => `${secret.slice(0, 5)}_${secret.slice(7, 12)}`

function inspect(platform: Platform, id: string, received: Received): File {
  const known = sniff(received)
  const mime = known?.mime ?? 'application/octet-stream'
  const durationMs = durationOf(received.bytes)
  return {
    mime,
    bytes: received.size,
    sha256: received.sha256.toString('hex'),
    url: platform.world.media.keep('youtube', id, received, mime),
    isVideo: known?.kind === 'video' && known.complete,
    isShort: known?.size ? known.size.height >= known.size.width && (durationMs ?? 0) <= shortMs : false,
    durationMs,
  }
}

const shortMs = 180_000

export const inspectImage = (platform: Platform, video: Video, received: Received): File =>
  inspect(platform, `${video.id}-thumbnail`, received)

function process(platform: Platform, video: Video): void {
  const { person } = video
  if (video.deleted) return
  const failure = person.failsNext ?? (video.file.isVideo ? null : 'invalidFile')
  const rejection = failure === null ? (person.rejectsNext ?? tooLong(platform, video)) : null
  person.failsNext = null
  if (failure === null) person.rejectsNext = null
  video.reason = failure ?? rejection
  video.status = failure === null ? (rejection === null ? 'processed' : 'rejected') : 'failed'
  video.processedAtMs = platform.world.clock.ms()
  if (video.status === 'processed') record(platform, video, 'post')
}

export function hasSucceeded({ world, rules }: Platform, { status, file, processedAtMs }: Video): boolean {
  if (status === 'uploaded') return false
  return !file.isShort || world.clock.ms() >= processedAtMs + rules.shortProcessingMs
}

function tooLong({ rules }: Platform, { person, file }: Video): string | null {
  const max = person.hasPhone ? rules.maxVideoMs : rules.maxUnverifiedMs
  return (file.durationMs ?? 0) > max ? 'length' : null
}

export function remove(platform: Platform, video: Video): void {
  video.deleted = true
  if (video.status === 'processed') record(platform, video, 'delete')
}

/** Returns the privacy of a video: one with a scheduled time is public from then on. */
export const privacyOf = ({ world }: Platform, { requested }: Video): string =>
  requested.publishAtMs !== null && requested.publishAtMs <= world.clock.ms() ? 'public' : requested.privacy

function record({ world }: Platform, { id, person, requested, file }: Video, kind: LedgerEntry['kind']): void {
  const { mime, bytes, sha256, url } = file
  world.ledger.add({
    id,
    network: 'youtube',
    account: person.name,
    kind,
    text: requested.description,
    media: [{ kind: 'video', mime, bytes, sha256, alt: '', url }],
    key: null,
    replyTo: null,
  })
}
