import type { OutgoingMedia } from '#connectors/connector.ts'
import type { Issue } from '#connectors/contract/codes.ts'
import type { AnimationRule, VideoRule } from '#rules/limits.ts'

/** Lists the rules that an animated image breaks if it is sent as a video. */
export function animationIssues(item: OutgoingMedia, rule: AnimationRule, name: string): Issue[] {
  const { size, width, height, frames = 1 } = item
  const { maxBytes, maxWidth, maxHeight, maxPixels, maxFrames, maxPixelsOfAllFrames } = rule
  const most = Number.POSITIVE_INFINITY
  const issues: Issue[] = []
  if (size > maxBytes)
    issues.push({
      code: 'video_too_large',
      message: `The GIF is ${inMegabytes(size)}. ${name} allows ${inMegabytes(maxBytes)}.`,
      fix: 'Shorten it, make it smaller, or upload it as a video.',
    })
  if (width > (maxWidth ?? most) || height > (maxHeight ?? most) || width * height > (maxPixels ?? most))
    issues.push({
      code: 'video_too_many_pixels',
      message:
        `The animation is ${width} × ${height}; ${name} allows ` +
        `${maxPixels === undefined ? `${maxWidth} × ${maxHeight}` : `${maxPixels} pixels`}.`,
      fix: 'Make it smaller, or upload it as a video.',
    })
  if (frames > (maxFrames ?? most))
    issues.push({
      code: 'video_too_many_frames',
      message: `The animation has ${frames} frames. ${name} allows ${maxFrames}.`,
      fix: 'Shorten it, or upload it as a video.',
    })
  if (width * height * frames > (maxPixelsOfAllFrames ?? most))
    issues.push({
      code: 'video_too_many_pixels',
      message:
        `All frames of the animation have ${width * height * frames} pixels in total. ${name} allows ` +
        `${maxPixelsOfAllFrames}.`,
      fix: 'Shorten it, make it smaller, or upload it as a video.',
    })
  return issues
}

/** Lists the rules that a video breaks. */
export function videoIssues(item: OutgoingMedia, rule: VideoRule, name: string): Issue[] {
  const { size, durationMs, width, height, frameRate, contentType, kind } = item
  const issues: Issue[] = []
  if (kind === 'video' && !rule.types.includes(contentType))
    issues.push({
      code: 'media_type_not_supported',
      message: `File type is ${contentType}. ${name} supports ${rule.types.join(', ')}.`,
    })
  if (size > rule.maxBytes)
    issues.push({
      code: 'video_too_large',
      message: `The file is ${inMegabytes(size)}. ${name} allows ${inMegabytes(rule.maxBytes)}.`,
    })
  if (durationMs !== null && durationMs > (rule.maxDurationMs ?? Number.POSITIVE_INFINITY))
    issues.push({
      code: 'video_too_long',
      message: `The video is ${inSeconds(durationMs)} long. ${name} allows ${inSeconds(rule.maxDurationMs ?? 0)}.`,
    })
  if (durationMs !== null && durationMs < (rule.minDurationMs ?? 0))
    issues.push({
      code: 'video_too_short',
      message: `The video is ${inSeconds(durationMs)} long. ${name} needs at least ${inSeconds(rule.minDurationMs ?? 0)}.`,
    })
  if (width * height > (rule.maxPixels ?? Number.POSITIVE_INFINITY))
    issues.push({
      code: 'video_too_many_pixels',
      message: `The video is ${width} × ${height}. ${name} allows ${rule.maxPixels} pixels.`,
    })
  if (frameRate !== null && frameRate > (rule.maxFrameRate ?? Number.POSITIVE_INFINITY))
    issues.push({
      code: 'video_frame_rate',
      message: `The video is ${frameRate} fps. ${name} allows ${rule.maxFrameRate}.`,
    })
  if (frameRate !== null && frameRate < (rule.minFrameRate ?? 0) * broadcastRate)
    issues.push({
      code: 'video_frame_rate',
      message: `The video is ${frameRate} fps. ${name} needs at least ${rule.minFrameRate}.`,
    })
  const { minWidth = 0, minHeight = 0, maxWidth = Number.POSITIVE_INFINITY } = rule
  if (width < minWidth || height < minHeight)
    issues.push({
      code: 'video_dimensions',
      message: `The video is ${width} × ${height}. ${name} needs at least ${minWidth} × ${minHeight} pixels.`,
    })
  if (width > maxWidth)
    issues.push({
      code: 'video_dimensions',
      message: `The video is ${width} pixels wide. ${name} allows ${maxWidth}.`,
    })
  const shape = height === 0 ? 0 : width / height
  if (rule.aspect && (shape < rule.aspect.min || shape > rule.aspect.max))
    issues.push({
      code: 'video_shape',
      message:
        `The video is ${width} × ${height}. ${name} needs an aspect ratio of ${rule.aspect.min} to ` +
        `${rule.aspect.max} (width ÷ height).`,
    })
  return issues
}

/** Television frame rates are a thousandth lower than their names: 23.976 is called 24. */
const broadcastRate = 1_000 / 1_001 - 1e-6

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

export const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
