import type { Received } from '../../../core/http/request.ts'
import { createParts, type Parts } from '../../../core/media/parts.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Person } from '../state/records.ts'
import { invalid } from '../wire/problems.ts'
import { type Category, failureOf, keyOf, kindOf } from './files.ts'
import { inspectFile } from './inspect-file.ts'

/** An unfinished upload, whose segments may arrive in any order and more than once. */
export interface Upload {
  readonly id: string
  readonly person: Person
  readonly category: Category
  readonly mime: string
  readonly totalBytes: number
  readonly expiresAtMs: number
  readonly segments: Parts
}

export function openUpload(
  { nextId, world, rules }: Platform,
  of: Pick<Upload, 'person' | 'category' | 'mime' | 'totalBytes'>,
): Upload {
  return { ...of, id: nextId(), expiresAtMs: world.clock.ms() + rules.mediaMs, segments: createParts() }
}

export function finalize(platform: Platform, upload: Upload, slowerMs: number): File {
  const received =
    upload.segments.join(upload.totalBytes) ?? invalid('Segments do not add up to provided total file size.')
  return makeFile(platform, received, { ...upload, slowerMs })
}

/** Creates a file from the received bytes. A video or an animation is not ready yet. */
export function makeFile(
  platform: Platform,
  received: Received,
  of: Pick<Upload, 'id' | 'person' | 'category' | 'mime' | 'expiresAtMs'> & { readonly slowerMs: number },
): File {
  const { world, rules } = platform
  const { person, category, mime, id, expiresAtMs, slowerMs } = of
  const inspected = inspectFile(received)
  const isConverted = kindOf(category) !== 'image'
  const cannot = isConverted && person.failsNextFile
  if (cannot) person.failsNextFile = false
  const failure = cannot
    ? { code: 1, name: 'InvalidMedia', message: 'The media could not be processed' }
    : failureOf(inspected, { mime, category }, rules)
  const nowMs = world.clock.ms()
  const file: File = {
    id,
    key: keyOf(category, id),
    person,
    kind: kindOf(category),
    mime,
    bytes: received.size,
    sha256: received.sha256.toString('hex'),
    url: world.media.keep('x', id, received, mime),
    width: inspected?.size?.width ?? null,
    height: inspected?.size?.height ?? null,
    durationMs: inspected?.durationMs ?? null,
    expiresAtMs,
    finalizedAtMs: nowMs,
    readyAtMs: nowMs + (isConverted ? rules.processingMs + slowerMs : 0),
    processed: isConverted || failure !== null,
    failure,
    altText: null,
    usedBy: 0,
  }
  platform.files.set(id, file)
  return file
}

export function processingOf({ world }: Platform, file: File): object {
  if (!file.processed) return {}
  const nowMs = world.clock.ms()
  const left = file.readyAtMs - nowMs
  if (left > 0) {
    const all = file.readyAtMs - file.finalizedAtMs
    const progress_percent = Math.floor(((all - left) / all) * 100)
    const state = nowMs === file.finalizedAtMs ? 'pending' : 'in_progress'
    return { processing_info: { state, check_after_secs: Math.max(1, Math.ceil(left / 1_000)), progress_percent } }
  }
  const { failure } = file
  if (failure) return { processing_info: { state: 'failed', progress_percent: 100, error: failure } }
  return { processing_info: { state: 'succeeded', progress_percent: 100 } }
}
