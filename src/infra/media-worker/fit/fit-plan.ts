import { type Frame, frameOf, holdImage, padMaxPixels, turnedSides, type View } from '#rules/view.ts'
import type { FitRule, ImageFacts, ImageType } from '../contract.ts'

/**
 * The plan for an image that must follow a rule: unchanged, a smaller or converted copy, or a refusal. Planning is a
 * pure function, so a preview shows users exactly the result. Images are never enlarged. They are only cropped, turned
 * or padded by a rule with `isSquare`, or with the `view` that the author chose.
 */
type FitPlan =
  | { readonly action: 'as-is' }
  | { readonly action: 'resize'; readonly width: number; readonly height: number; readonly contentType: ImageType }
  | { readonly action: 'reject'; readonly rule: keyof FitRule; readonly why: string }

type Picture = ImageFacts & { readonly size: number }

const reject = (rule: keyof FitRule, why: string): FitPlan => ({ action: 'reject', rule, why })

export function planFit(file: Picture, given: FitRule): FitPlan {
  const { view } = given
  if (view !== undefined && file.animated)
    return reject('view', 'The image is animated. Only still images can be cropped, turned or padded.')
  const whole = view === undefined ? file : viewedPicture(file, given, view)
  const facts = cutFor(whole, given)
  const rule = turnedFor(facts, given)
  const broken = brokenBounds(facts, rule)
  if (facts.width !== whole.width || facts.height !== whole.height) broken.push('isSquare')
  const impossible = whatCannotBeMended(facts, rule)
  if (impossible !== null) return impossible
  if (broken.length === 0 && !isTurned(facts) && view === undefined) return { action: 'as-is' }
  const contentType = targetType(facts, rule)
  if (contentType === null) return rejectFormat(facts, rule)
  const [first = 'formats'] = broken
  if (facts.contentType === 'image/png' && facts.animated) {
    return reject(first, `${ruleText(first, rule)}; an animated PNG cannot be made smaller here. Use a GIF or a WebP.`)
  }
  const size = targetSize(facts, rule)
  if (size === null) return rejectSize(facts, rule)
  return { action: 'resize', ...size, contentType }
}

/** Returns the facts of an image as its author shows it. Its size in bytes is an estimate until it is made. */
function viewedPicture(file: Picture, rule: FitRule, view: View): Picture {
  const { width, height } = viewedFrame(file, rule, view)
  const share = (width * height) / (file.width * file.height)
  return {
    ...file,
    width,
    height,
    orientation: 1,
    size: Math.round(file.size * Math.min(1, share)),
    hasAlpha: file.hasAlpha && view.fit === 'crop',
  }
}

/**
 * Returns the frame of a view. Rounding to whole pixels may push a frame at the limit of an aspect ratio beyond it, so
 * it loses one pixel of a side.
 */
export function viewedFrame(
  file: { readonly width: number; readonly height: number },
  { aspect, isSquare }: FitRule,
  view: View,
): Frame {
  const frame = frameOf(file, view)
  const turned = turnedSides(file, view)
  if (isSquare) return holdImage(centerSquare(frame), turned)
  if (aspect === undefined) return frame
  const trimmed = [frame, { ...frame, width: frame.width - 1 }, { ...frame, height: frame.height - 1 }]
  const right = trimmed.find(({ width, height }) => width > 0 && height > 0 && isWithin(width, height, aspect))
  return holdImage(right ?? frame, turned)
}

function centerSquare({ left, top, width, height }: Frame): Frame {
  const side = Math.min(width, height)
  return {
    left: left + Math.floor((width - side) / 2),
    top: top + Math.floor((height - side) / 2),
    width: side,
    height: side,
  }
}

/** Returns the image with the sides that remain after the cut that the rule demands. */
export function cutFor<Sides extends { readonly width: number; readonly height: number }>(
  whole: Sides,
  { isSquare }: FitRule,
): Sides {
  const side = Math.min(whole.width, whole.height)
  return isSquare ? { ...whole, width: side, height: side } : whole
}

/** Returns the rule for an image with this orientation. */
function turnedFor({ width, height }: Pick<Picture, 'width' | 'height'>, { turns, ...rule }: FitRule): FitRule {
  if (!turns || width <= height) return rule
  const { maxWidth, maxHeight, ...rest } = rule
  return {
    ...rest,
    ...(maxHeight === undefined ? {} : { maxWidth: maxHeight }),
    ...(maxWidth === undefined ? {} : { maxHeight: maxWidth }),
  }
}

/**
 * Networks read the size of an image and ignore its orientation, so the copy itself is upright. No network rotates the
 * frames of an animation.
 */
const isTurned = ({ orientation, animated }: Picture): boolean => orientation !== 1 && !animated

/** The bounds that this image violates and a copy can follow. */
function brokenBounds(facts: Picture, rule: FitRule): (keyof FitRule)[] {
  const { width, height, size, contentType } = facts
  const over = (bound: number | undefined, value: number) => bound !== undefined && value > bound
  const broken: (keyof FitRule)[] = []
  if (rule.formats !== undefined && !rule.formats.includes(contentType)) broken.push('formats')
  if (over(rule.maxWidth, width)) broken.push('maxWidth')
  if (over(rule.maxHeight, height)) broken.push('maxHeight')
  if (over(rule.maxPixels, width * height)) broken.push('maxPixels')
  if (over(rule.maxBytes, size)) broken.push('maxBytes')
  return broken
}

function whatCannotBeMended(facts: Picture, rule: FitRule): FitPlan | null {
  const { width, height, frames } = facts
  const { minWidth = 1, minHeight = 1, maxFrames, aspect } = rule
  if (maxFrames !== undefined && frames > maxFrames) {
    const right = maxFrames === 1 ? 'Use a still image.' : `Use one of at most ${maxFrames} frames.`
    return reject('maxFrames', `The image has ${frames} frames. The limit is ${maxFrames}. ${right}`)
  }
  if (width < minWidth) {
    return reject(
      'minWidth',
      `The image is ${width} pixels wide; it must be at least ${minWidth} pixels. Use a larger image; Posthorn ` +
        `does not enlarge images.`,
    )
  }
  if (height < minHeight) {
    return reject(
      'minHeight',
      `The image is ${height} pixels high; it must be at least ${minHeight} pixels. Use a larger image; Posthorn ` +
        `does not enlarge images.`,
    )
  }
  if (aspect !== undefined && !isWithin(width, height, aspect)) {
    return reject('aspect', `${aspectText(width, height, aspect)} ${croppingText(width, height, aspect)}`)
  }
  return null
}

/** Tolerance for ratios that are written rounded, such as 0.8 and 1.91. */
const play = 1e-9

function isWithin(width: number, height: number, aspect: { readonly min: number; readonly max: number }): boolean {
  const ratio = width / height
  return ratio >= aspect.min - play && ratio <= aspect.max + play
}

const aspectText = (width: number, height: number, { min, max }: { min: number; max: number }): string =>
  `The image is ${width} × ${height}, which is ${short(width / height)} (width ÷ height); it must be from ` +
  `${short(min)} to ${short(max)}.`

function croppingText(width: number, height: number, { min, max }: { min: number; max: number }): string {
  const [to, by] =
    width / height > max ? [Math.floor(height * max), height] : [width, Math.floor(width / Math.max(min, play))]
  return `Crop it to ${to} × ${by}, for example.`
}

const short = (ratio: number): string => String(Math.round(ratio * 1000) / 1000)

/** Returns the first allowed type that keeps the animation, or else the transparency. */
function targetType(facts: Picture, rule: FitRule): ImageType | null {
  const { contentType, animated, hasAlpha, size } = facts
  const allowed = rule.formats ?? [contentType, 'image/jpeg']
  const keeps = allowed.includes(contentType)
  // A photograph that was saved as PNG is the usual reason for a file that is too large.
  const heavy = contentType === 'image/png' && rule.maxBytes !== undefined && size > rule.maxBytes
  if (keeps && heavy && !hasAlpha && !animated && allowed.includes('image/jpeg')) return 'image/jpeg'
  if (keeps) return contentType
  if (animated) return allowed.find((type) => type === 'image/gif' || type === 'image/webp') ?? null
  const keepsAlpha = allowed.find((type) => type === 'image/png' || type === 'image/webp')
  return (hasAlpha ? keepsAlpha : undefined) ?? allowed[0] ?? null
}

function rejectFormat(facts: Picture, rule: FitRule): FitPlan {
  const allowed = (rule.formats ?? []).join(', ') || 'none'
  const what = facts.animated ? `an animation (${facts.contentType}, ${facts.frames} frames)` : facts.contentType
  return reject('formats', `The image is ${what}; none of the allowed types (${allowed}) supports it.`)
}

/** Returns the largest size within all bounds; null if rounding or the minimum sizes leave none. */
export function targetSize(
  facts: { readonly width: number; readonly height: number },
  given: FitRule,
  scaleMax = 1,
): { width: number; height: number } | null {
  const { width, height } = facts
  const rule = turnedFor(facts, given)
  const { maxWidth = width, maxHeight = height, aspect } = rule
  const maxPixels = Math.min(rule.maxPixels ?? width * height, rule.view?.fit === 'pad' ? padMaxPixels : width * height)
  const { minWidth = 1, minHeight = 1 } = rule
  const scale = Math.min(scaleMax, maxWidth / width, maxHeight / height, Math.sqrt(maxPixels / (width * height)))
  const exact = { width: width * scale, height: height * scale }
  const fits = (w: number, h: number): boolean =>
    w >= Math.max(1, minWidth) &&
    h >= Math.max(1, minHeight) &&
    w <= Math.min(width, maxWidth) &&
    h <= Math.min(height, maxHeight) &&
    w * h <= maxPixels &&
    (aspect === undefined || isWithin(w, h, aspect))
  // Rounding may push an image at the limit of an aspect ratio beyond it; removing one pixel from one side corrects
  // that.
  const sides = (side: number): number[] => {
    const near = Math.floor(side + play)
    return [Math.max(1, Math.round(side)), near, near + 1, near - 1]
  }
  for (const w of sides(exact.width)) {
    for (const h of sides(exact.height)) if (fits(w, h)) return { width: w, height: h }
  }
  return null
}

/** Refuses an image that would be too small or have the wrong shape once it is shrunk enough. */
function rejectSize(facts: Picture, rule: FitRule): FitPlan {
  const { minWidth = 1, minHeight = 1, aspect, ...upper } = rule
  const size = targetSize(facts, upper) ?? { width: 1, height: 1 }
  const becomes = `Made small enough, the image would be ${size.width} × ${size.height} pixels`
  if (size.width < minWidth)
    return reject('minWidth', `${becomes}; it must be at least ${minWidth} wide. Crop its height.`)
  if (size.height < minHeight)
    return reject('minHeight', `${becomes}; it must be at least ${minHeight} high. Crop its width.`)
  return reject(
    'aspect',
    `${becomes}; ${aspect === undefined ? 'that is too small' : `from ${short(aspect.min)} to ${short(aspect.max)} (width ÷ height) may be`}. Crop it.`,
  )
}

function ruleText(name: keyof FitRule, rule: FitRule): string {
  const value = rule[name]
  switch (name) {
    case 'formats':
      return `Only ${(rule.formats ?? []).join(', ')} may be`
    case 'maxBytes':
      return `The limit is ${value} bytes`
    case 'maxWidth':
      return `At most ${value} pixels of width may be`
    case 'maxHeight':
      return `At most ${value} pixels of height may be`
    default:
      return `The limit is ${value} pixels`
  }
}
