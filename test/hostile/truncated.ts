import { type HostileFile, refused } from './hostile-file.ts'
import { marker, type Sample } from './samples.ts'

/** Truncated files: each sample, cut at many positions. */
export function* truncated(all: readonly Sample[]): Generator<HostileFile> {
  for (const { name, extension, contentType, bytes } of all) {
    // A stream may end after any block; a video with trailing boxes, or in fragments, is complete without the rest.
    if (['film-live-webm', 'film-mp4-with-boxes', 'film-in-fragments-mp4'].includes(name)) continue
    const length = contentType.startsWith('image/') ? bytes.length - `trailing ${marker}`.length : bytes.length
    for (const share of [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98]) {
      const cut = bytes.subarray(0, Math.floor(length * share))
      const why = 'a file that is cut off is not kept'
      yield refused(`${name} cut at ${share * 100} %`, `cut.${extension}`, contentType, cut, why)
    }
    yield refused(
      `${name} without its last byte`,
      `cut.${extension}`,
      contentType,
      bytes.subarray(0, length - 1),
      'its end is missing',
    )
  }
}
