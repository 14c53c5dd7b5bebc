import type { Sharp, SharpInput, SharpOptions } from 'sharp'

/** What we decode at most. Everything is asked of the header, before a pixel is made. */
export const pictureBounds = {
  maxSide: 30_000,
  maxPixels: 64_000_000,
  maxFrames: 1_000,
  maxPixelsOfAllFrames: 256_000_000,
} as const

/** The only decoders that strangers' bytes meet; libvips has dozens. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
])

let loaded: Promise<typeof import('sharp')> | undefined

async function load(): Promise<typeof import('sharp')> {
  const sharp = await import('sharp')
  const set = sharp.default
  // A picture is seen once here: a cache would only keep its memory.
  set.cache(false)
  set.concurrency(1)
  set.block({ operation: ['VipsForeignLoad'] })
  set.unblock({ operation: decoders })
  return sharp
}

/**
 * A picture read from top to bottom, row after row, so that it is never in memory as a whole. Refuses at the first
 * warning of a decoder, unless told otherwise.
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
