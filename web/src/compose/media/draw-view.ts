import {
  completeView,
  type Frame,
  frameOf,
  placeIn,
  type Sides,
  seenIn,
  turnedSides,
  type View,
  type ViewInput,
} from '#rules/view.ts'

/** The longest side of a drawn preview, in pixels. */
const longest = 1_080
/** The longest side of the small picture that a blurred ground is enlarged from, as in the service. */
const blurredSide = 48
const white = '#ffffff'

/** Draws the part of an image that a post shows, as the service cuts it. Returns a `data:` URL. */
export async function drawView(url: string, input: ViewInput): Promise<string> {
  const view = completeView(input)
  const image = new Image()
  image.src = url
  await image.decode()
  const file = { width: image.naturalWidth, height: image.naturalHeight }
  const frame = frameOf(file, view)
  const scale = Math.min(1, longest / Math.max(frame.width, frame.height))
  const target = {
    width: Math.max(1, Math.round(frame.width * scale)),
    height: Math.max(1, Math.round(frame.height * scale)),
  }
  const seen = seenIn(turnedSides(file, view), frame)
  const turned = turn(image, file, view)
  const { canvas, context } = makeCanvas(target)
  const draw: DrawIn = (to, { left, top, width, height }) =>
    to.drawImage(turned, seen.left, seen.top, seen.width, seen.height, left, top, width, height)
  if (view.fit === 'pad') {
    context.fillStyle = view.ground === 'blur' ? white : (view.ground ?? white)
    context.fillRect(0, 0, target.width, target.height)
    if (view.ground === 'blur') drawBlur(context, target, draw, seen)
  }
  draw(context, placeIn(target, frame, seen))
  return canvas.toDataURL('image/png')
}

function makeCanvas({ width, height }: Sides) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser cannot draw images.')
  return { canvas, context }
}

/** Returns the image turned clockwise. The browser has applied its orientation. */
function turn(image: HTMLImageElement, file: Sides, view: View): CanvasImageSource {
  if (view.rotate === 0) return image
  const { canvas, context } = makeCanvas(turnedSides(file, view))
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((view.rotate * Math.PI) / 180)
  context.drawImage(image, -file.width / 2, -file.height / 2)
  return canvas
}

type DrawIn = (to: CanvasRenderingContext2D, place: Frame) => void

/** Covers the target with the seen part, drawn very small and enlarged. Not every browser can blur a canvas. */
function drawBlur(context: CanvasRenderingContext2D, target: Sides, draw: DrawIn, seen: Sides): void {
  const scale = Math.min(1, blurredSide / 4 / Math.max(target.width, target.height))
  const sides = {
    width: Math.max(1, Math.round(target.width * scale)),
    height: Math.max(1, Math.round(target.height * scale)),
  }
  const small = makeCanvas(sides)
  const cover = Math.max(sides.width / seen.width, sides.height / seen.height)
  const [width, height] = [seen.width * cover, seen.height * cover]
  draw(small.context, { left: (sides.width - width) / 2, top: (sides.height - height) / 2, width, height })
  context.imageSmoothingQuality = 'high'
  context.drawImage(small.canvas, 0, 0, target.width, target.height)
}
