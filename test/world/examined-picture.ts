import sharp from 'sharp'
import type { ImageFacts, ImageType } from '#infra/media-worker/contract.ts'
import type { openPictures } from './pictures.ts'

/** A picture that an examination has read. */
export interface ExaminedPicture {
  readonly path: string
  readonly bytes: Buffer
  readonly facts: ImageFacts
}

/** Returns a function that writes bytes, and returns their properties as an examination would. */
export function examineInto(pictures: Awaited<ReturnType<typeof openPictures>>) {
  let count = 0
  return async (bytes: Buffer, frames = 1): Promise<ExaminedPicture> => {
    const { format, width, height, hasAlpha, orientation = 1 } = await sharp(bytes).metadata()
    const isLying = orientation >= 5
    const facts: ImageFacts = {
      kind: 'image',
      contentType: `image/${format}` as ImageType,
      width: isLying ? height : width,
      height: isLying ? width : height,
      frames,
      animated: frames > 1,
      orientation,
      hasAlpha,
      preview: '',
    }
    return { path: await pictures.put(`given-${++count}`, bytes), bytes, facts }
  }
}
