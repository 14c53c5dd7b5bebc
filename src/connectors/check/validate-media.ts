import type { OutgoingMedia } from '#connectors/connector.ts'
import type { Issue } from '#connectors/issue-codes.ts'
import { countUnits } from '#rules/count/count.ts'
import { type AnimationRule, exactUpTo, type Limits, type VideoRule } from '#rules/limits.ts'
import { audioIssues, countSounds } from './audio-rules.ts'
import { countDocuments, documentIssues } from './document-rules.ts'
import { imageRuleOf } from './image-rule.ts'
import type { PlanFit } from './plan-fit.ts'

export interface MediaPlan {
  readonly mediaId: string
  readonly action: 'as-is' | 'resize' | 'reject'
  readonly width: number
  readonly height: number
  readonly contentType: string
  readonly why?: string
}

interface Input {
  readonly media: readonly OutgoingMedia[]
  readonly limits: Limits
  readonly planFit: PlanFit
  readonly pathOf: (index: number) => string
}

interface Judged {
  readonly errors: Issue[]
  readonly warnings: Issue[]
  readonly infos: Issue[]
  readonly plan: MediaPlan[]
}

/** Lists the rules that the pictures and videos of one part break, and the plan for each file. */
export function mediaIssues({ media, limits, planFit, pathOf }: Input): Judged {
  const judged: Judged = { errors: countIssues(media, limits, pathOf), warnings: [], infos: [], plan: [] }
  const rule = imageRuleOf(limits, media.length)
  const fit: Fit = (item) => planFit(item, rule)
  media.forEach((item, index) => {
    const path = pathOf(index)
    judgeAltText(item, limits, path, judged)
    if (item.kind === 'document') judged.plan.push(judgeDocument(item, limits, path, judged))
    else if (item.kind === 'audio') judged.plan.push(judgeAudio(item, limits, path, judged))
    else if (goesAsVideo(item, limits)) judged.plan.push(judgeVideo(item, limits, path, judged))
    else judged.plan.push(judgeImage(item, limits, fit, path, judged))
  })
  return judged
}

/** True for videos, and for animations where the network treats them as videos. */
export const goesAsVideo = ({ kind, animated }: OutgoingMedia, { image }: Limits): boolean =>
  kind === 'video' || (animated && image.animated === 'video')

function countIssues(media: readonly OutgoingMedia[], limits: Limits, pathOf: (index: number) => string): Issue[] {
  const videos = media.filter((item) => goesAsVideo(item, limits)).length
  const alone = [...countDocuments(media, limits, pathOf), ...countSounds(media, limits, pathOf)]
  if (alone.length > 0) return alone
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
  tooMany(images, limits.image.max, images === 1 ? 'picture' : 'pictures')
  tooMany(videos, limits.video.max, videos === 1 ? 'video' : 'videos')
  if (issues.length === 0 && limits.files !== undefined) tooMany(media.length, limits.files, 'pictures and videos')
  if (images > 0 && videos > 0 && !limits.mixed)
    issues.push({
      code: 'media_mixed',
      message: `${limits.name} does not allow pictures and videos in one post.`,
      path: pathOf(0),
      fix: 'Remove the pictures or the videos.',
    })
  return issues
}

const fileNames = { image: 'picture', video: 'video', document: 'document', audio: 'sound' } as const

function judgeAltText(
  { altText, kind }: OutgoingMedia,
  { altText: rule, name }: Limits,
  path: string,
  judged: Judged,
): void {
  if (rule.max === 0) {
    if (altText !== null && altText.trim() !== '')
      judged.infos.push({
        code: 'alt_text_not_used',
        message: `${name} does not support alt texts, so this one is left out.`,
        path: `${path}/altText`,
      })
    return
  }
  if (altText === null || altText.trim() === '') {
    judged.warnings.push({
      code: 'alt_text_missing',
      message: `The ${fileNames[kind]} has no alt text.`,
      path: `${path}/altText`,
      fix: kind === 'audio' ? 'Describe in a sentence what people hear.' : 'Describe in a sentence what it shows.',
    })
    return
  }
  const most = rule.max * exactUpTo
  const length = countUnits(altText, rule.unit, most)
  if (length > rule.max)
    judged.errors.push({
      code: 'alt_text_too_long',
      message: `The alt text has ${length > most ? `more than ${most}` : length} characters; ${name} allows ${rule.max}.`,
      path: `${path}/altText`,
    })
}

type Fit = (item: OutgoingMedia) => ReturnType<PlanFit>

function judgeImage(item: OutgoingMedia, limits: Limits, fitOf: Fit, path: string, judged: Judged): MediaPlan {
  const { mediaId, width, height, contentType } = item
  // The count has told it already.
  if (limits.image.max === 0)
    return { mediaId, action: 'reject', width, height, contentType, why: `${limits.name} takes no pictures here.` }
  if (item.animated && limits.image.animated === 'no') {
    const why = `${limits.name} does not support animated pictures. Use a still picture or a video.`
    judged.errors.push({ code: 'image_animated', message: why, path })
    return { mediaId, action: 'reject', width, height, contentType, why }
  }
  const fit = fitOf(item)
  switch (fit.action) {
    case 'as-is':
      return { mediaId, action: 'as-is', width, height, contentType }
    case 'reject':
      judged.errors.push({ code: 'image_cannot_be_fitted', message: fit.why, path })
      return { mediaId, action: 'reject', width, height, contentType, why: fit.why }
    case 'resize': {
      // How many bytes a copy takes is known when it is made; where they are too many it gets smaller still.
      const why = `The picture is converted to at most ${fit.width} × ${fit.height}, ${fit.contentType}, for ${limits.name}.`
      judged.infos.push({ code: 'image_will_be_fitted', message: why, path })
      return { mediaId, action: 'resize', width: fit.width, height: fit.height, contentType: fit.contentType, why }
    }
    default:
      return fit satisfies never
  }
}

function judgeVideo(item: OutgoingMedia, limits: Limits, path: string, judged: Judged): MediaPlan {
  const { mediaId, width, height, contentType } = item
  const broken =
    item.kind === 'image' && limits.animation
      ? animationIssues(item, limits.animation, limits.name)
      : videoIssues(item, limits.video, limits.name)
  judged.errors.push(...broken.map((issue) => ({ ...issue, path })))
  const [first] = broken
  if (first) return { mediaId, action: 'reject', width, height, contentType, why: first.message }
  return { mediaId, action: 'as-is', width, height, contentType }
}

function judgeDocument(item: OutgoingMedia, limits: Limits, path: string, judged: Judged): MediaPlan {
  const { mediaId, width, height, contentType } = item
  const broken = limits.document ? documentIssues(item, limits.document, limits.name) : []
  judged.errors.push(...broken.map((issue) => ({ ...issue, path })))
  const [first] = broken
  if (first || !limits.document) return { mediaId, action: 'reject', width, height, contentType }
  return { mediaId, action: 'as-is', width, height, contentType }
}

function judgeAudio(item: OutgoingMedia, limits: Limits, path: string, judged: Judged): MediaPlan {
  const { mediaId, width, height, contentType } = item
  const broken = limits.audio ? audioIssues(item, limits.audio, limits.name) : []
  judged.errors.push(...broken.map((issue) => ({ ...issue, path })))
  const isRefused = broken.length > 0 || !limits.audio
  return { mediaId, action: isRefused ? 'reject' : 'as-is', width, height, contentType }
}

function animationIssues({ size, width, height }: OutgoingMedia, rule: AnimationRule, name: string): Issue[] {
  const { maxBytes, maxWidth, maxHeight, maxPixels } = rule
  const most = Number.POSITIVE_INFINITY
  const issues: Issue[] = []
  if (size > maxBytes)
    issues.push({
      code: 'video_too_large',
      message: `The animation has ${mb(size)}; ${name} allows ${mb(maxBytes)}.`,
      fix: 'Shorten it, make it smaller, or upload it as a video.',
    })
  if (width > (maxWidth ?? most) || height > (maxHeight ?? most) || width * height > (maxPixels ?? most))
    issues.push({
      code: 'video_too_many_pixels',
      message: `The animation is ${width} × ${height}; ${name} allows ${maxPixels === undefined ? `${maxWidth} × ${maxHeight}` : `${maxPixels} pixels`}.`,
      fix: 'Make it smaller, or upload it as a video.',
    })
  return issues
}

function videoIssues(item: OutgoingMedia, rule: VideoRule, name: string): Issue[] {
  const { size, durationMs, width, height, frameRate, contentType, kind } = item
  const issues: Issue[] = []
  if (kind === 'video' && !rule.types.includes(contentType))
    issues.push({
      code: 'media_type_not_supported',
      message: `The file is ${contentType}; ${name} supports ${rule.types.join(', ')}.`,
    })
  if (size > rule.maxBytes)
    issues.push({ code: 'video_too_large', message: `The file has ${mb(size)}; ${name} allows ${mb(rule.maxBytes)}.` })
  if (durationMs !== null && durationMs > (rule.maxDurationMs ?? Number.POSITIVE_INFINITY))
    issues.push({
      code: 'video_too_long',
      message: `The video is ${s(durationMs)} long; ${name} allows ${s(rule.maxDurationMs ?? 0)}.`,
    })
  if (durationMs !== null && durationMs < (rule.minDurationMs ?? 0))
    issues.push({
      code: 'video_too_short',
      message: `The video is ${s(durationMs)} long; ${name} requires at least ${s(rule.minDurationMs ?? 0)}.`,
    })
  if (width * height > (rule.maxPixels ?? Number.POSITIVE_INFINITY))
    issues.push({
      code: 'video_too_many_pixels',
      message: `The video is ${width} × ${height}; ${name} allows ${rule.maxPixels} pixels.`,
    })
  if (frameRate !== null && frameRate > (rule.maxFrameRate ?? Number.POSITIVE_INFINITY))
    issues.push({
      code: 'video_frame_rate',
      message: `The video has ${frameRate} frames per second; ${name} allows ${rule.maxFrameRate}.`,
    })
  if (frameRate !== null && frameRate < (rule.minFrameRate ?? 0) * broadcast)
    issues.push({
      code: 'video_frame_rate',
      message: `The video has ${frameRate} frames per second; ${name} requires at least ${rule.minFrameRate}.`,
    })
  const { minWidth = 0, minHeight = 0, maxWidth = Number.POSITIVE_INFINITY } = rule
  if (width < minWidth || height < minHeight)
    issues.push({
      code: 'video_dimensions',
      message: `The video is ${width} × ${height}; ${name} requires at least ${minWidth} × ${minHeight} pixels.`,
    })
  if (width > maxWidth)
    issues.push({
      code: 'video_dimensions',
      message: `The video is ${width} pixels wide; ${name} allows ${maxWidth}.`,
    })
  const shape = height === 0 ? 0 : width / height
  if (rule.aspect && (shape < rule.aspect.min || shape > rule.aspect.max))
    issues.push({
      code: 'video_shape',
      message: `The video is ${width} × ${height}; ${name} requires an aspect ratio from ${rule.aspect.min} to ${rule.aspect.max} (width ÷ height).`,
    })
  return issues
}

/** The rates of television are a thousandth below their names: 23.976 is called 24. */
const broadcast = 1_000 / 1_001 - 1e-6

const mb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
const s = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
