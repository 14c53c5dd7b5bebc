import { Readable } from 'node:stream'
import sharp from 'sharp'
import { MediaUnfit, type Sendable } from '#connectors/connector.ts'

/** Fits an image like the service, as far as a test needs. */
export async function fitPicture(bytes: Uint8Array): Promise<Sendable> {
  const fitted = await sharp(bytes)
    .autoOrient()
    .resize(100)
    .jpeg()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (!fitted) throw new MediaUnfit('The file is not a picture.')
  const { data, info } = fitted
  const { width, height, size } = info
  return {
    contentType: 'image/jpeg',
    size,
    width,
    height,
    read: async () => data,
    stream: () => Readable.from([data]),
  }
}
