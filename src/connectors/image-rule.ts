import type { Limits } from '#rules/limits.ts'
import type { MediaRule } from './connector.ts'

/** What each of so many pictures must be for a network, as the one rule that is shown, checked and fitted by. */
export function imageRuleOf({ image }: Limits, pictures = 1): MediaRule {
  const { types, maxBytes, maxBytesOfSeveral = maxBytes, maxWidth, maxHeight, maxPixels, aspect } = image
  return {
    formats: types,
    maxBytes: pictures > 1 ? maxBytesOfSeveral : maxBytes,
    ...(maxWidth === undefined ? {} : { maxWidth }),
    ...(maxHeight === undefined ? {} : { maxHeight }),
    ...(maxPixels === undefined ? {} : { maxPixels }),
    ...(aspect === undefined ? {} : { aspect }),
  }
}
