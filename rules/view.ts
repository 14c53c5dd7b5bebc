/**
 * The part of an image that a post shows: the image is turned, and a frame is placed on it. The service cuts by these
 * functions, and the web app draws by them, so a preview has exactly the pixels that are published.
 */

export const rotations = [0, 90, 180, 270] as const
export const viewFits = ['crop', 'pad'] as const

export interface View {
  /** Left, top, width and height of the frame, as shares of the turned image. */
  readonly crop: readonly [number, number, number, number]
  /** Degrees clockwise. */
  readonly rotate: (typeof rotations)[number]
  /** `pad`: the frame may be larger than the image, and the ground fills the rest. */
  readonly fit: (typeof viewFits)[number]
  /** A color such as #ffffff, or `blur` for the image itself, blurred. Only with `pad`. */
  readonly ground?: string
}

/** A view as a client writes it. */
export interface ViewInput {
  readonly crop?: readonly number[] | undefined
  readonly rotate?: View['rotate'] | undefined
  readonly fit?: View['fit'] | undefined
  readonly ground?: string | undefined
}

export interface Sides {
  readonly width: number
  readonly height: number
}

/** A rectangle in pixels. A frame that pads begins left of and above the image. */
export interface Frame extends Sides {
  readonly left: number
  readonly top: number
}

/** The longest side of a padded frame, as a multiple of the image’s side. */
export const padMax = 10
/** The most pixels of a padded image: its ground is drawn in memory. */
export const padMaxPixels = 16_000_000
/** The shortest side of a frame. */
const leastShare = 0.001
/** Tolerance for two shares that were each rounded to six digits, and for their sum. */
const play = 2e-6

export const groundShape = /^(?:#[0-9a-f]{6}|blur)$/i

/** Returns what is wrong with a frame, as a sentence without a subject. Null if nothing is. */
export function findFrameFault({ crop: [left, top, width, height], fit }: View): string | null {
  if (Math.min(width, height) < leastShare) return `must have a width and a height of at least ${leastShare}`
  if (fit === 'crop')
    return left < 0 || top < 0 || left + width > 1 + play || top + height > 1 + play
      ? 'must lie within the image: left + width and top + height at most 1, unless `fit` is `pad`'
      : null
  if (Math.max(width, height) > padMax) return `must be at most ${padMax} times as wide and as high as the image`
  return left >= 1 || top >= 1 || left + width <= 0 || top + height <= 0 ? 'must overlap the image' : null
}

const defaultGround = '#ffffff'
/** Shares are stored with this many steps, so that equal views are equal texts. */
const shareSteps = 1_000_000

/** Returns a view as it is stored. Undefined if it shows the whole image as it is. */
export function readView(input: ViewInput | undefined): View | undefined {
  const view = input && completeView(input)
  return view === undefined || isWhole(view) ? undefined : view
}

/** Completes a view with its defaults. */
export function completeView({ crop, rotate = 0, fit = 'crop', ground }: ViewInput): View {
  const [left = 0, top = 0, width = 1, height = 1] = (crop ?? []).map(
    (share) => Math.round(share * shareSteps) / shareSteps,
  )
  const view: View = { crop: [left, top, width, height], rotate, fit }
  return fit === 'pad' ? { ...view, ground: ground?.toLowerCase() ?? defaultGround } : view
}

/** True for a view that shows the whole image as it is. */
const isWhole = ({ crop: [left, top, width, height], rotate }: View): boolean =>
  rotate === 0 && left === 0 && top === 0 && width === 1 && height === 1

/** Returns the sides of an image that is turned. */
export const turnedSides = ({ width, height }: Sides, { rotate }: Pick<View, 'rotate'>): Sides =>
  rotate % 180 === 0 ? { width, height } : { width: height, height: width }

/** Returns the frame of a view in pixels of the turned image. */
export function frameOf(image: Sides, view: View): Frame {
  const turned = turnedSides(image, view)
  const [left, top, width, height] = view.crop
  const along = (begin: number, share: number, side: number) => {
    const length = Math.max(1, Math.round(share * side))
    const at = Math.round(begin * side)
    if (view.fit === 'crop') {
      const cut = Math.min(length, side)
      return { at: Math.min(Math.max(0, at), side - cut), length: cut }
    }
    return { at, length }
  }
  const across = along(left, width, turned.width)
  const down = along(top, height, turned.height)
  return holdImage({ left: across.at, top: down.at, width: across.length, height: down.length }, turned)
}

/** Moves a frame so that at least one pixel of the turned image is in it. */
export const holdImage = ({ left, top, width, height }: Frame, turned: Sides): Frame => ({
  left: Math.min(Math.max(left, 1 - width), turned.width - 1),
  top: Math.min(Math.max(top, 1 - height), turned.height - 1),
  width,
  height,
})

/** Returns the part of a turned image that is in a frame. */
export function seenIn(turned: Sides, { left, top, width, height }: Frame): Frame {
  const [fromX, fromY] = [Math.max(0, left), Math.max(0, top)]
  return {
    left: fromX,
    top: fromY,
    width: Math.min(turned.width, left + width) - fromX,
    height: Math.min(turned.height, top + height) - fromY,
  }
}

/** Returns where the seen part is in a picture of the frame that has these sides. */
export function placeIn(target: Sides, frame: Frame, seen: Frame): Frame {
  const along = (offset: number, length: number, whole: number, side: number) => {
    const size = Math.min(side, Math.max(1, Math.round((length * side) / whole)))
    return { at: Math.min(Math.round((offset * side) / whole), side - size), size }
  }
  const across = along(seen.left - frame.left, seen.width, frame.width, target.width)
  const down = along(seen.top - frame.top, seen.height, frame.height, target.height)
  return { left: across.at, top: down.at, width: across.size, height: down.size }
}
