import type { Received } from '../../../core/http/request.ts'
import { durationOf } from '../../../core/media/film.ts'
import { sniff } from '../../../core/media/sniff.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Job } from '../state/records.ts'

const taken: Readonly<Record<File['kind'], readonly string[]>> = {
  image: ['image/jpeg', 'image/webp'],
  video: ['video/mp4', 'video/quicktime', 'video/webm'],
}

/** Inspects a received file by its bytes. Properties that cannot be determined are not checked. */
export function inspectFile(platform: Platform, kind: File['kind'], received: Received): File {
  const known = sniff(received)
  const mime = known?.mime ?? 'application/octet-stream'
  return {
    kind,
    mime,
    bytes: received.size,
    sha256: received.sha256.toString('hex'),
    url: platform.world.media.keep('tiktok', platform.nextId(), received, mime),
    durationMs: kind === 'video' ? durationOf(received.bytes) : null,
    isKnown: known !== null && taken[kind].includes(mime) && known.complete,
    width: known?.size?.width ?? null,
    height: known?.size?.height ?? null,
  }
}

/** Returns the reason why the network cannot show the files. Null if it can. */
export function failureOf(platform: Platform, { files, person, requested }: Job): string | null {
  for (const file of files) {
    const reason = reasonOf(platform, file, requested === null ? Number.POSITIVE_INFINITY : person.maxVideoMs)
    if (reason !== null) return reason
  }
  return null
}

function reasonOf({ rules }: Platform, file: File, maxMs: number): string | null {
  const { kind, isKnown, width, height, durationMs, bytes } = file
  if (!isKnown) return 'file_format_check_failed'
  const [short, long] = [Math.min(width ?? 720, height ?? 720), Math.max(width ?? 720, height ?? 720)]
  if (kind === 'image') {
    const fits = short <= 1_080 && long <= 1_920 && bytes <= rules.maxPhotoBytes
    return fits ? null : 'picture_size_check_failed'
  }
  if (short < 360 || long > 4_096) return 'picture_size_check_failed'
  if (durationMs === null) return null
  return durationMs < rules.minVideoMs || durationMs > maxMs ? 'duration_check_failed' : null
}
