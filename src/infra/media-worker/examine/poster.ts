import { spawn } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import type { SharpInput } from 'sharp'
import type { VideoFacts } from '../contract.ts'
import { openPicture } from './open-picture.ts'

const limitMs = 15_000
const atMs = 1_000
const maxSide = 1_280
const maxAllocatedBytes = 268_435_456

interface Poster {
  readonly path: string
  readonly preview: string
}

/**
 * Makes a JPEG of a video frame with ffmpeg, if the machine has it. A video is valid without a poster, so any failure
 * here returns null.
 */
export async function makePoster(
  job: { readonly path: string; readonly posterPath: string | null; readonly ffmpeg: string | null },
  facts: VideoFacts,
): Promise<Poster | null> {
  const { path, posterPath, ffmpeg } = job
  if (ffmpeg === null || posterPath === null) return null
  try {
    const seconds = (facts.durationMs > 2 * atMs ? atMs : facts.durationMs / 2) / 1000
    await run(ffmpeg, argumentsFor(path, posterPath, seconds))
    if ((await stat(posterPath)).size === 0) throw new Error('ffmpeg wrote nothing')
    return { path: posterPath, preview: await previewOf(posterPath) }
  } catch (error) {
    process.stderr.write(`no poster: ${error}\n`)
    await rm(posterPath, { force: true })
    return null
  }
}

/**
 * Returns the arguments for ffmpeg. They allow it to read only this file, whatever a playlist or a reference within the
 * file requests.
 */
const argumentsFor = (path: string, posterPath: string, seconds: number): readonly string[] => [
  ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'],
  ...['-timelimit', String(limitMs / 1000), '-max_alloc', String(maxAllocatedBytes)],
  ...['-protocol_whitelist', 'file', '-threads', '1', '-ss', seconds.toFixed(3), '-i', `file:${path}`],
  ...['-an', '-sn', '-dn', '-map_metadata', '-1', '-frames:v', '1', '-filter_threads', '1'],
  ...['-vf', `scale=w='min(${maxSide},iw)':h='min(${maxSide},ih)':force_original_aspect_ratio=decrease`],
  ...['-pix_fmt', 'yuvj420p', '-c:v', 'mjpeg', '-q:v', '4', '-threads', '1', '-f', 'mjpeg', `file:${posterPath}`],
]

function run(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    // If this process exits first, the poster is no longer needed.
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    const settle = (error: Error | null): void => {
      clearTimeout(timer)
      process.removeListener('exit', end)
      if (error === null) resolve()
      else reject(error)
    }
    child.once('error', settle)
    child.once('close', (code, signal) => settle(code === 0 ? null : new Error(`ffmpeg ended with ${code ?? signal}`)))
  })
}

const maxChars = 600
const tries = [
  { side: 16, quality: 40 },
  { side: 16, quality: 10 },
  { side: 8, quality: 10 },
  { side: 4, quality: 1 },
] as const

/** Makes a tiny preview of the first frame, small enough to be part of every list of media. */
export async function previewOf(input: SharpInput): Promise<string> {
  for (const { side, quality } of tries) {
    // The file has already been checked for damage, so the decoder's warnings do not matter.
    const picture = await openPicture(input, { failOn: 'error' })
    const bytes = await picture
      .autoOrient()
      .resize(side, side, { fit: 'inside' })
      .webp({ quality, alphaQuality: quality, effort: 4 })
      .toBuffer()
    const preview = `data:image/webp;base64,${bytes.toString('base64')}`
    if (preview.length < maxChars) return preview
  }
  throw new Error('Four pixels do not fit into a preview.')
}
