import type { OutgoingMedia } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import type { Issues } from '../issues.ts'
import type { MediaPlan } from './media-plan.ts'
import type { PlanFit } from './plan-fit.ts'

interface ImageInput {
  readonly item: OutgoingMedia
  readonly limits: Limits
  readonly fit: () => ReturnType<PlanFit>
  readonly path: string
}

/** Checks an image and plans its conversion if the network needs one. */
export function checkImage({ item, limits, fit, path }: ImageInput, { errors, infos }: Issues): MediaPlan {
  const { mediaId, width, height, contentType } = item
  const file = { mediaId, width, height, contentType }
  // The file count check has already reported this.
  if (limits.image.max === 0) return { ...file, action: 'reject', why: `${limits.name} does not support images here.` }
  if (item.animated && limits.image.animated === 'no') {
    const why = `${limits.name} does not support animated images. Use a still image or a video.`
    errors.push({ code: 'image_animated', message: why, path })
    return { ...file, action: 'reject', why }
  }
  const planned = fit()
  switch (planned.action) {
    case 'as-is':
      return { ...file, action: 'as-is' }
    case 'reject':
      errors.push({ code: 'image_cannot_be_fitted', message: planned.why, path })
      return { ...file, action: 'reject', why: planned.why }
    case 'resize': {
      // The size of a copy in bytes is known only after it is made. A copy that is too large is made smaller again.
      const why =
        `The image is converted to at most ${planned.width} × ${planned.height}, ${planned.contentType}, ` +
        `for ${limits.name}.`
      infos.push({ code: 'image_will_be_fitted', message: why, path })
      return { mediaId, ...planned, why }
    }
    default:
      return planned satisfies never
  }
}
