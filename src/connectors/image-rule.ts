import type { Limits } from '#rules/limits.ts'
import type { MediaRule } from './connector.ts'

/** What a picture must be for a network, as the one rule that is shown, checked and fitted by. */
export function imageRuleOf({ image }: Limits): MediaRule {
  const { types, maxBytes, maxWidth, maxHeight, maxPixels, aspect } = image
  return {
    formats: types,
    maxBytes,
    ...(maxWidth === undefined ? {} : { maxWidth }),
    ...(maxHeight === undefined ? {} : { maxHeight }),
    ...(maxPixels === undefined ? {} : { maxPixels }),
    ...(aspect === undefined ? {} : { aspect }),
  }
}
