import type { JsonObject } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { bluesky } from '#rules/networks/bluesky.ts'

/** Only the video service can turn an animated image into a video, and the operator may have turned it off. */
export const limitsFor = ({ videoService }: JsonObject): Limits =>
  videoService === false ? { ...bluesky, image: { ...bluesky.image, animated: 'no' } } : bluesky
