import type { Sharp, SharpOptions } from 'sharp'
import { type Frame, placeIn, type Sides, seenIn, turnedSides, type View } from '#rules/view.ts'
import { openPicture } from '../examine/open-picture.ts'

/** The ground below the transparent parts of an image. */
const white = '#ffffff'
/** The longest side of the small picture that a blurred ground is enlarged from. */
const blurredSide = 48
const blurredBy = 3

interface Drawing {
  readonly path: string
  readonly options: SharpOptions
  /** The sides of the file as displayed. */
  readonly facts: Sides
  readonly view: View
  readonly frame: Frame
  readonly target: Sides
}

/** Draws the frame of a view with the sides of `target`. */
export async function drawView({ path, options, facts, view, frame, target }: Drawing): Promise<Sharp> {
  const seen = seenIn(turnedSides(facts, view), frame)
  const open = async (): Promise<Sharp> => {
    const upright = (await openPicture(path, options)).autoOrient()
    return (view.rotate === 0 ? upright : upright.rotate(view.rotate)).extract(seen)
  }
  if (view.fit === 'crop') return (await open()).resize(target.width, target.height, { fit: 'fill' })
  const { ground = white } = view
  const { left, top, width, height } = placeIn(target, frame, seen)
  const sides = { left, top, right: target.width - left - width, bottom: target.height - top - height }
  const background = ground === 'blur' ? white : ground
  const padded = (await open())
    // Otherwise a gray image would get a gray ground.
    .pipelineColourspace('srgb')
    .flatten({ background })
    .resize(width, height, { fit: 'fill' })
    .extend({ ...sides, background: ground === 'blur' ? clear : background })
  if (ground !== 'blur') return padded
  return padded.composite([{ input: await drawBlur(await open(), target), blend: 'dest-over' }]).removeAlpha()
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/** Draws the image itself as a ground: it covers the frame, and is blurred. */
async function drawBlur(picture: Sharp, { width, height }: Sides): Promise<Buffer> {
  const scale = Math.min(1, blurredSide / Math.max(width, height))
  const small = await picture
    .flatten({ background: white })
    .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), { fit: 'cover' })
    .toColourspace('srgb')
    .blur(blurredBy)
    .png()
    .toBuffer()
  return (await openPicture(small)).resize(width, height, { fit: 'fill' }).png({ compressionLevel: 1 }).toBuffer()
}
