import type { JsonObject } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { bluesky } from '#rules/networks/bluesky.ts'

/** Only the video service makes a video of an animated picture, and the operator may have turned it off. */
export const limitsFor = ({ videoService }: JsonObject): Limits =>
  videoService === false ? { ...bluesky, image: { ...bluesky.image, animated: 'no' } } : bluesky
