import type { MediaRule } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'

/**
 * Returns the rule for each image of a post with `pictures` images. The same rule is shown, checked and used for
 * conversion.
 */
export function imageRuleOf({ image }: Limits, pictures = 1): MediaRule {
  const {
    types,
    maxBytes,
    maxBytesOfSeveral = maxBytes,
    maxWidth,
    maxHeight,
    turns,
    maxPixels,
    maxFrames,
    aspect,
  } = image
  return {
    formats: types,
    maxBytes: pictures > 1 ? maxBytesOfSeveral : maxBytes,
    ...(maxWidth === undefined ? {} : { maxWidth }),
    ...(maxHeight === undefined ? {} : { maxHeight }),
    ...(turns ? { turns } : {}),
    ...(maxPixels === undefined ? {} : { maxPixels }),
    ...(maxFrames === undefined ? {} : { maxFrames }),
    ...(aspect === undefined ? {} : { aspect }),
  }
}
