import type { Sharp, SharpInput, SharpOptions } from 'sharp'

/** The limits of images that are decoded. All are checked in the header, before any pixel is decoded. */
export const pictureBounds = {
  maxSide: 30_000,
  maxPixels: 64_000_000,
  maxFrames: 1_000,
  maxPixelsOfAllFrames: 256_000_000,
} as const

/** The only decoders that are enabled for strangers' files; libvips has dozens. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
])

let loaded: Promise<typeof import('sharp')> | undefined

async function load(): Promise<typeof import('sharp')> {
  const sharp = await import('sharp')
  const set = sharp.default
  // Each image is read once, so a cache would only use memory.
  set.cache(false)
  set.concurrency(1)
  set.block({ operation: ['VipsForeignLoad'] })
  set.unblock({ operation: decoders })
  return sharp
}

/**
 * Opens an image that is read from top to bottom, row by row, so that it is never completely in memory. Refuses at a
 * decoder's first warning, unless the options specify otherwise.
 */
export async function openPicture(input: SharpInput, options: SharpOptions = {}): Promise<Sharp> {
  loaded ??= load()
  const { default: sharp } = await loaded
  return sharp(input, {
    failOn: 'warning',
    unlimited: false,
    sequentialRead: true,
    limitInputPixels: pictureBounds.maxPixelsOfAllFrames,
    ...options,
  })
}
