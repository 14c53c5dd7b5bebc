import { fileURLToPath } from 'node:url'
import type { MediaInfoResult } from 'mediainfo.js'
import type { Source } from '../contract.ts'

/** The usual names of codecs if MediaInfo's differ; all others are lowercased. */
const codecs: Readonly<Record<string, string>> = {
  AVC: 'h264',
  HEVC: 'h265',
  'MPEG-4 Visual': 'mpeg4',
  'MPEG Video': 'mpeg2',
  JPEG: 'mjpeg',
  'MPEG Audio': 'mp3',
  'AC-3': 'ac3',
  'E-AC-3': 'eac3',
}

export const codecName = (format: string | undefined): string =>
  format === undefined ? 'unknown' : (codecs[format] ?? format.toLowerCase())

export const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value > 0

export const maxDurationMs = 24 * 60 * 60 * 1000

/** Analyzes the tracks. MediaInfo requests the parts of the file that it needs, and seldom reads all of it. */
export async function analyzeTracks(source: Source): Promise<NonNullable<MediaInfoResult['media']>['track']> {
  const { default: mediaInfoFactory } = await import('mediainfo.js')
  const mediaInfo = await mediaInfoFactory({
    format: 'object',
    // By default it would look for its program next to a browser's page.
    locateFile: (name) => fileURLToPath(import.meta.resolve(`mediainfo.js/${name}`)),
  })
  try {
    const found = await mediaInfo.analyzeData(source.size, (length, start) => source.read(start, length))
    return found.media?.track ?? []
  } finally {
    mediaInfo.close()
  }
}
