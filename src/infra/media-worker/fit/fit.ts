import { rm, stat } from 'node:fs/promises'
import type { Sharp, SharpOptions } from 'sharp'
import type { FitRule, Fitted, ImageFacts, ImageType } from '../contract.ts'
import { openPicture } from '../examine/open-picture.ts'
import { drawView } from './draw-view.ts'
import { cutFor, planFit, targetSize, viewedFrame } from './fit-plan.ts'

export interface FitJob {
  readonly kind: 'fit'
  readonly path: string
  readonly facts: ImageFacts
  readonly rule: FitRule
  readonly outPath: string
}

/** Qualities from no visible loss to the lowest acceptable; below that, the image gets smaller. */
const qualities: Readonly<Record<ImageType, readonly number[]>> = {
  'image/jpeg': [86, 74, 60],
  'image/webp': [84, 72, 56],
  'image/png': [100, 90, 60],
  'image/gif': [256, 128, 64],
}
const maxShrinks = 6

/** Makes the copy that the plan describes. It contains only the original's pixels, in sRGB and upright. */
export async function fit(job: FitJob): Promise<Fitted> {
  const { path, facts, rule, outPath } = job
  const { size } = await stat(path)
  const plan = planFit({ ...facts, size }, rule)
  if (plan.action === 'as-is') return { outcome: 'as-is' }
  if (plan.action === 'reject') return { outcome: 'cannot', rule: plan.rule, detail: plan.why }
  const { contentType } = plan
  const { view } = rule
  const cut = cutFor(view === undefined ? facts : viewedFrame(facts, rule, view), rule)
  const { maxBytes = Number.POSITIVE_INFINITY } = rule
  const best = qualities[contentType]
  const [good = 80, ...lower] = best
  let target: { width: number; height: number } | null = plan
  let least = { width: plan.width, height: plan.height, size: Number.POSITIVE_INFINITY }

  for (let shrinks = 0; target !== null && shrinks <= maxShrinks; shrinks++) {
    for (const quality of shrinks === 0 ? [good, ...lower] : lower) {
      const made = await write(job, contentType, target, quality)
      if (made.size <= maxBytes) return { outcome: 'fitted', path: outPath, contentType, ...made }
      least = made
    }
    // The size in bytes is about proportional to the area. Aim a little lower, so that the next try can succeed.
    const share = Math.min(0.8, Math.max(0.1, 0.9 * Math.sqrt(maxBytes / least.size)))
    const next = Math.max(1, Math.floor(target.width * share)) / cut.width
    const last: { width: number; height: number } = target
    target = targetSize(cut, rule, next)
    if (target !== null && target.width === last.width && target.height === last.height) target = null
  }
  await rm(outPath, { force: true })
  return {
    outcome: 'cannot',
    rule: 'maxBytes',
    detail: `The limit is ${maxBytes} bytes; the image has ${size}, and ${least.size} as ${contentType} of ${least.width} × ${least.height} pixels. Use a smaller or simpler one.`,
  }
}

async function write(
  { path, facts, rule, outPath }: FitJob,
  contentType: ImageType,
  target: { readonly width: number; readonly height: number },
  quality: number,
): Promise<{ width: number; height: number; size: number }> {
  const options: SharpOptions = { failOn: 'error', pages: facts.animated ? -1 : 1 }
  // Rounded sides may differ from the exact shape by less than a pixel, so `fill` crops nothing and causes no visible
  // distortion.
  const fit = rule.isSquare ? 'cover' : 'fill'
  const { view } = rule
  const sized =
    view === undefined
      ? (await openPicture(path, options)).autoOrient().resize(target.width, target.height, { fit })
      : await drawView({ path, options, facts, view, frame: viewedFrame(facts, rule, view), target })
  const info = await encode(sized.toColourspace('srgb'), contentType, quality).toFile(outPath)
  return { width: target.width, height: info.pageHeight ?? target.height, size: info.size }
}

function encode(picture: Sharp, contentType: ImageType, quality: number): Sharp {
  switch (contentType) {
    case 'image/jpeg':
      return picture.flatten({ background: '#ffffff' }).jpeg({ quality, progressive: false })
    case 'image/webp':
      return picture.webp({ quality, effort: 3 })
    case 'image/png':
      return quality === 100 ? picture.png({ compressionLevel: 9 }) : picture.png({ palette: true, quality, effort: 4 })
    case 'image/gif':
      return picture.gif({ colours: quality, effort: 5 })
    default:
      return contentType satisfies never
  }
}
