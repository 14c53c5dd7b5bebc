import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A folder for the files of one test file. */
interface Pictures extends AsyncDisposable {
  readonly folder: string
  /** Writes the bytes and returns the path. */
  put(name: string, bytes: Uint8Array): Promise<string>
  /** Copies a fixture into the folder, since an inspection cleans the file. Returns the path. */
  putFixture(name: string): Promise<string>
}

export async function openPictures(): Promise<Pictures> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn pictures '))
  return {
    folder,
    async put(name, bytes) {
      const path = join(folder, name)
      await writeFile(path, bytes)
      return path
    },
    async putFixture(name) {
      const path = join(folder, name)
      await copyFile(fixturePath(name), path)
      return path
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

/** Creates a noisy image, so that its files have a realistic size. */
export function noise(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const bytes = Buffer.alloc(width * height * channels)
  let state = 12_345
  for (let at = 0; at < bytes.length; at++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    bytes[at] = channels === 4 && at % 4 === 3 ? 128 : state >> 16
  }
  return sharp(bytes, { raw: { width, height, channels } })
}

export const plain = (width: number, height: number, channels: 3 | 4 = 3): Sharp =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 40, b: 40, alpha: 0.5 } } })

/** Creates different frames as one tall image. `.gif()` or `.webp()` turns it into an animation. */
export function moving(width: number, height: number, frames: number): Sharp {
  const bytes = Buffer.alloc(width * height * frames * 3)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(at / (width * height * 3)) * 60 + (at % 50)
  return sharp(bytes, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
}

/** Builds an animation with single-pixel frames on a square canvas of this size, as small as GIF allows. */
export function tinyGif(frames: number, side = 1): Buffer {
  const screen = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  screen.writeUInt16LE(side, 6)
  screen.writeUInt16LE(side, 8)
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex')
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

export function pngChunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}

/** Returns the PNG with another declared size. */
export function claiming(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(16, 29))
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)])
}

/** Builds an animated PNG from PNGs of one size. */
export function animatedPng(frames: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = frames
  const [width, height] = [first.readUInt32BE(16), first.readUInt32BE(20)]
  let sequence = 0
  const numbered = (length: number): Buffer => {
    const data = Buffer.alloc(length)
    data.writeUInt32BE(sequence++, 0)
    return data
  }
  const control = (): Buffer => {
    const data = numbered(26)
    data.writeUInt32BE(width, 4)
    data.writeUInt32BE(height, 8)
    data.writeUInt16BE(1, 20)
    data.writeUInt16BE(10, 22)
    return pngChunk('fcTL', data)
  }
  const count = Buffer.alloc(8)
  count.writeUInt32BE(frames.length, 0)
  const shown = frames.map((frame, index) => {
    const data = pixelsOf(frame)
    const head = control()
    return Buffer.concat([
      head,
      index === 0 ? pngChunk('IDAT', data) : pngChunk('fdAT', Buffer.concat([numbered(4), data])),
    ])
  })
  return Buffer.concat([first.subarray(0, 33), pngChunk('acTL', count), ...shown, pngChunk('IEND', Buffer.alloc(0))])
}

function pixelsOf(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  return Buffer.concat(parts)
}

export const fixturePath = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/media/${name}`, import.meta.url))
export const fixture = (name: string): Promise<Buffer> => readFile(fixturePath(name))

/** Creates a program named ffmpeg that does only what the test needs. `out` is the file that it must write. */
export async function standIn(pictures: Pictures, name: string, script: string): Promise<string> {
  const folder = join(pictures.folder, name)
  await mkdir(folder)
  const start = `import fs from 'node:fs'\nconst out = process.argv.at(-1).slice('file:'.length)\n`
  await writeFile(join(folder, 'program.mjs'), start + script)
  const path = join(folder, 'ffmpeg')
  await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'program.mjs')}' "$@"\n`)
  await chmod(path, 0o755)
  return path
}
