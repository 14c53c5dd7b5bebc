import { videoIssues } from '#connectors/check/media/video-rules.ts'
import type { OutgoingMedia } from '#connectors/connector.ts'
import { limitsForFormat } from '#rules/limits.ts'
import { facebook } from '#rules/networks/facebook.ts'

/**
 * Facebook publishes vertical videos as reels. A vertical video that is sent like other videos may become a draft that
 * its owner has to publish.
 */
const { name, video: rule } = limitsForFormat(facebook, 'reel')

export const isUpright = ({ width, height }: OutgoingMedia): boolean =>
  height > 0 && width / height >= (rule.aspect?.min ?? 0) && width / height <= (rule.aspect?.max ?? 1)

/** True for a video that certainly follows the rules for reels. */
export const fitsReel = (video: OutgoingMedia): boolean =>
  video.durationMs !== null && video.frameRate !== null && videoIssues(video, rule, name).length === 0
