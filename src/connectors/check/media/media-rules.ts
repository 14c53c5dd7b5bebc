import type { OutgoingMedia } from '#connectors/connector.ts'
import type { Issue } from '#connectors/contract/codes/issue-codes.ts'
import type { Limits } from '#rules/limits.ts'
import type { Issues } from '../issues.ts'
import { checkAltText } from './alt-text-rules.ts'
import { checkImage } from './check-image.ts'
import { imageRuleOf } from './image-rule.ts'
import { loneFileIssues, loneKindIssues } from './lone-file-rules.ts'
import type { MediaPlan } from './media-plan.ts'
import type { PlanFit } from './plan-fit.ts'
import { animationIssues, videoIssues } from './video-rules.ts'

interface MediaInput {
  readonly media: readonly OutgoingMedia[]
  readonly limits: Limits
  readonly planFit: PlanFit
  readonly pathOf: (index: number) => string
}

/** Checks the files of one part and returns the plan for each file. */
export function checkMedia({ media, limits, planFit, pathOf }: MediaInput, issues: Issues): MediaPlan[] {
  issues.errors.push(...countIssues(media, limits, pathOf))
  const rule = imageRuleOf(limits, media.length)
  return media.map((item, index) => {
    const path = pathOf(index)
    checkAltText(item, limits, `${path}/altText`, issues)
    if (item.kind === 'image' && !goesAsVideo(item, limits))
      return checkImage({ item, limits, fit: () => planFit(item, rule), path }, issues)
    const broken = fileIssues(item, limits)
    issues.errors.push(...broken.map((issue) => ({ ...issue, path })))
    return planUnchanged(item, limits, broken)
  })
}

/** True for videos, and for animations if the network treats them as videos. */
export const goesAsVideo = ({ kind, animated }: OutgoingMedia, { image }: Limits): boolean =>
  kind === 'video' || (animated && image.animated === 'video')

function countIssues(media: readonly OutgoingMedia[], limits: Limits, pathOf: (index: number) => string): Issue[] {
  const alone = loneKindIssues(media, limits, pathOf)
  if (alone.length > 0) return alone
  const videos = media.filter((item) => goesAsVideo(item, limits)).length
  const images = media.filter(({ kind }) => kind === 'image' || kind === 'video').length - videos
  const issues: Issue[] = []
  const tooMany = (have: number, max: number, what: string) => {
    if (have > max)
      issues.push({
        code: 'media_too_many',
        message: `The post has ${have} ${what}; ${limits.name} allows ${max}.`,
        path: pathOf(max),
        fix: `Remove ${have - max}.`,
      })
  }
  tooMany(images, limits.image.max, images === 1 ? 'image' : 'images')
  tooMany(videos, limits.video.max, videos === 1 ? 'video' : 'videos')
  if (issues.length === 0 && limits.files !== undefined) tooMany(media.length, limits.files, 'images and videos')
  if (images > 0 && videos > 0 && !limits.mixed)
    issues.push({
      code: 'media_mixed',
      message: `${limits.name} does not allow images and videos in one post.`,
      path: pathOf(0),
      fix: 'Remove the images or the videos.',
    })
  return issues
}

/** Lists the rules that a file sent without conversion breaks. */
function fileIssues(item: OutgoingMedia, limits: Limits): Issue[] {
  if (item.kind === 'document' || item.kind === 'audio') return loneFileIssues(item, limits)
  if (item.kind === 'image' && limits.animation) return animationIssues(item, limits.animation, limits.name)
  return videoIssues(item, limits.video, limits.name)
}

function planUnchanged(item: OutgoingMedia, limits: Limits, [first]: readonly Issue[]): MediaPlan {
  const { mediaId, width, height, contentType, kind } = item
  const file = { mediaId, width, height, contentType }
  const isUnknownKind = (kind === 'document' || kind === 'audio') && !limits[kind]
  if (!first) return { ...file, action: isUnknownKind ? 'reject' : 'as-is' }
  return { ...file, action: 'reject', why: first.message }
}
