// A relative path, since tests also load this file in Node, where this workspace has no alias `#rules`.
import {
  completeView,
  type Frame,
  frameOf,
  holdImage,
  padMax,
  readView,
  type Sides,
  turnedSides,
  type View,
} from '../../../../../rules/view.ts'

/** A width to a height, in whole numbers. */
export interface Ratio {
  readonly across: number
  readonly down: number
}

/** An image in the dialog: turned, and with a frame in pixels of the turned image. */
export interface Framed extends Pick<View, 'rotate' | 'fit'> {
  readonly frame: Frame
  readonly ground: string
  /** Null if the frame can have any shape. */
  readonly ratio: Ratio | null
}

/** The bounds of a frame, in pixels of the turned image. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The sides of a frame that move. -1 is left or top, 1 is right or bottom, and 0 is neither. */
export interface Grip {
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
}

/** The shortest side of a frame: in pixels, and as a share of the area. */
const least = { side: 16, share: 0.002 }
/** Frames of simple ratios are exact: their sides are whole multiples of the ratio. */
const simpleUpTo = 16
/** The empty space around an image that is padded, as a share of its longest side. */
const margin = 0.12

export const wholeOf = ({ width, height }: Sides): Frame => ({ left: 0, top: 0, width, height })

/** Returns where a frame can be moved: in the image, or with `pad` also around it. */
export function areaOf(turned: Sides, { fit, frame }: Framed): Area {
  const { width, height } = turned
  if (fit === 'crop') return { left: 0, top: 0, right: width, bottom: height }
  const around = Math.round(margin * Math.max(width, height, frame.width, frame.height))
  const far = (padMax - 1) / 2
  return {
    left: Math.max(Math.ceil(-far * width), Math.min(0, frame.left) - around),
    top: Math.max(Math.ceil(-far * height), Math.min(0, frame.top) - around),
    right: Math.min(Math.floor((far + 1) * width), Math.max(width, frame.left + frame.width) + around),
    bottom: Math.min(Math.floor((far + 1) * height), Math.max(height, frame.top + frame.height) + around),
  }
}

const isSimple = ({ across, down }: Ratio): boolean => Math.max(across, down) <= simpleUpTo

/** Returns the largest sides of a ratio that fit into others. */
function sidesWithin({ width, height }: Sides, ratio: Ratio): Sides {
  const { across, down } = ratio
  if (isSimple(ratio)) {
    const times = Math.max(1, Math.floor(Math.min(width / across, height / down)))
    return { width: across * times, height: down * times }
  }
  // Never wider than the ratio, which is often a limit.
  const wide = Math.max(1, Math.min(width, Math.floor((height * across) / down)))
  return { width: wide, height: Math.ceil((wide * down) / across) }
}

/** Returns the smallest sides of a ratio that contain others, as far as a border may reach. */
function sidesAround(image: Sides, ratio: Ratio): Sides {
  const sides = sidesOver(image, ratio)
  const most = { width: image.width * padMax, height: image.height * padMax }
  return sides.width > most.width || sides.height > most.height ? sidesWithin(most, ratio) : sides
}

function sidesOver({ width, height }: Sides, ratio: Ratio): Sides {
  const { across, down } = ratio
  if (isSimple(ratio)) {
    const times = Math.ceil(Math.max(width / across, height / down))
    return { width: across * times, height: down * times }
  }
  const high = Math.max(height, Math.ceil((width * down) / across))
  return { width: Math.floor((high * across) / down), height: high }
}

/** Returns the frame of a ratio in the middle of the image: as large as possible, or with all of the image in it. */
export function frameIn(turned: Sides, ratio: Ratio | null, fit: View['fit']): Frame {
  if (ratio === null) return wholeOf(turned)
  const { width, height } = (fit === 'crop' ? sidesWithin : sidesAround)(turned, ratio)
  return { left: Math.round((turned.width - width) / 2), top: Math.round((turned.height - height) / 2), width, height }
}

/** Turns an image clockwise. A frame of a ratio keeps it, and any other shows all of the image. */
export function turnFramed(file: Sides, framed: Framed): Framed {
  const rotate = ((framed.rotate + 90) % 360) as Framed['rotate']
  const frame = frameIn(turnedSides(file, { rotate }), framed.ratio, framed.fit)
  return { ...framed, rotate, frame }
}

const clamp = (value: number, least: number, most: number): number =>
  Math.round(Math.min(Math.max(value, least), Math.max(least, most)))

export function moveFrame(frame: Frame, by: { readonly x: number; readonly y: number }, area: Area): Frame {
  return {
    ...frame,
    left: clamp(frame.left + by.x, area.left, area.right - frame.width),
    top: clamp(frame.top + by.y, area.top, area.bottom - frame.height),
  }
}

/** Moves some sides of a frame. With a ratio, the opposite corner stays where it is. */
export function resizeFrame(
  frame: Frame,
  grip: Grip,
  by: { readonly x: number; readonly y: number },
  area: Area,
  ratio: Ratio | null,
): Frame {
  const { left, top, width, height } = frame
  const room = {
    width: grip.x < 0 ? left + width - area.left : area.right - left,
    height: grip.y < 0 ? top + height - area.top : area.bottom - top,
  }
  const shortest = Math.max(least.side, least.share * Math.max(area.right - area.left, area.bottom - area.top))
  const { across, down } = ratio ?? { across: 1, down: 1 }
  const wanted = {
    width: clamp(width + grip.x * by.x, Math.min(room.width, shortest * Math.max(1, across / down)), room.width),
    height: clamp(height + grip.y * by.y, Math.min(room.height, shortest * Math.max(1, down / across)), room.height),
  }
  const sides = ratio === null ? wanted : sidesWithin(followSide(frame, wanted, room), ratio)
  return {
    left: grip.x < 0 ? left + width - sides.width : left,
    top: grip.y < 0 ? top + height - sides.height : top,
    ...sides,
  }
}

/** Lets the side that changed most decide, and the other one be as long as there is room. */
function followSide(before: Sides, wanted: Sides, room: Sides): Sides {
  const change = (was: number, is: number) => Math.abs(is - was) / was
  return change(before.width, wanted.width) >= change(before.height, wanted.height)
    ? { width: wanted.width, height: room.height }
    : { width: room.width, height: wanted.height }
}

/** Returns a view as the dialog shows it. */
export function readFramed(file: Sides, input: DraftView | undefined, ratios: readonly Ratio[]): Framed {
  const view = completeView(input ?? {})
  const frame = frameOf(file, view)
  const isOf = ({ across, down }: Ratio) => Math.abs(frame.width / frame.height / (across / down) - 1) < 0.003
  const ratio = input ? (ratios.find(isOf) ?? null) : null
  return { rotate: view.rotate, fit: view.fit, ground: view.ground ?? '#ffffff', frame, ratio }
}

type DraftView = Parameters<typeof completeView>[0]

/** Returns the view of a framed image. Undefined if it shows all of it. */
export function writeView(file: Sides, { rotate, fit, ground, frame }: Framed) {
  const turned = turnedSides(file, { rotate })
  const { left, top, width, height } = holdImage(frame, turned)
  const crop = [left / turned.width, top / turned.height, width / turned.width, height / turned.height]
  const view = readView({ crop, rotate, fit, ...(fit === 'pad' && { ground }) })
  return view && { ...view, crop: [...view.crop] }
}
