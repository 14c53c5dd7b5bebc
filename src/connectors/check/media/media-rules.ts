import type { OutgoingMedia } from '#connectors/connector.ts'
import type { Issue } from '#connectors/contract/codes.ts'
import { countUnits } from '#rules/count/count.ts'
import { exactUpTo, type Limits } from '#rules/limits.ts'
import type { Issues } from '../issues.ts'
import { imageRuleOf } from './image-rule.ts'
import type { MediaPlan, PlanFit } from './plan-fit.ts'
import { animationIssues, inMegabytes, videoIssues } from './video-rules.ts'

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
    issues.errors.push(...viewIssues(item, limits, `${path}/view`))
    if (item.kind === 'image' && !goesAsVideo(item, limits))
      return checkImage({ item, limits, fit: () => planFit(item, rule), path }, issues)
    const broken = fileIssues(item, limits)
    issues.errors.push(...broken.map((issue) => ({ ...issue, path })))
    return planUnchanged(item, limits, broken)
  })
}

/**
 * The widths that networks enlarge narrower images to, so no one should cut an image to less. They are not in `Limits`,
 * because the web app loads those with its first page.
 */
const leastWidths: Readonly<Partial<Record<Limits['network'], number>>> = { instagram: 320, threads: 320 }

/** Lists problems with the part of an image that its author chose. Its shape is checked with the network's rule. */
function viewIssues({ kind, animated, view, width }: OutgoingMedia, { network, name }: Limits, path: string): Issue[] {
  if (view === undefined) return []
  if (kind !== 'image' || animated)
    return [
      {
        code: 'view_not_supported',
        message: 'Only still images can be cropped, turned or padded.',
        path,
        fix: 'Remove `view`, or choose a still image.',
      },
    ]
  const [, , share] = view.crop
  const least = leastWidths[network] ?? 1
  if (share >= 1 || width >= least) return []
  const message = `The cropped image is ${width} pixels wide. ${name} needs at least ${least}.`
  return [{ code: 'view_too_small', message, path: `${path}/crop`, fix: 'Choose a larger part of the image.' }]
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
        message: `${limits.name} allows ${max} ${what}. You have ${have}.`,
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
      message: `${limits.name} doesn’t allow images and videos in the same post.`,
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

const kindNames = { image: 'picture', video: 'video', document: 'document', audio: 'sound' } as const

function checkAltText(item: OutgoingMedia, { altText: rule, name }: Limits, path: string, issues: Issues): void {
  const altText = item.altText?.trim() ? item.altText : null
  if (rule.max === 0) {
    if (altText !== null)
      issues.infos.push({
        code: 'alt_text_not_used',
        message: `${name} doesn’t support alt text. It won’t be sent.`,
        path,
      })
    return
  }
  if (altText === null) {
    issues.warnings.push({
      code: 'alt_text_missing',
      message: `No alt text on this ${kindNames[item.kind]}.`,
      path,
      fix: item.kind === 'audio' ? 'Describe the audio in a sentence.' : 'Describe it in a sentence.',
    })
    return
  }
  const most = rule.max * exactUpTo
  const length = countUnits(altText, rule.unit, most)
  if (length > rule.max)
    issues.errors.push({
      code: 'alt_text_too_long',
      message: `Alt text is ${length > most ? `more than ${most}` : length} characters. ${name} allows ${rule.max}.`,
      path,
    })
}

interface ImageInput {
  readonly item: OutgoingMedia
  readonly limits: Limits
  readonly fit: () => ReturnType<PlanFit>
  readonly path: string
}

/** Checks an image and plans its conversion if the network needs one. */
function checkImage({ item, limits, fit, path }: ImageInput, { errors, infos }: Issues): MediaPlan {
  const { mediaId, width, height, contentType } = item
  const file = { mediaId, width, height, contentType }
  // The file count check has already reported this.
  if (limits.image.max === 0) return { ...file, action: 'reject', why: `${limits.name} doesn’t take images here.` }
  if (item.animated && limits.image.animated === 'no') {
    const why = `${limits.name} doesn’t support animated images. Use a still image or a video.`
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
      // The size of a copy in bytes is known only after it is made. If it is too large, it is shrunk further.
      const why = `For ${limits.name}, we’ll convert this image to ${planned.width} × ${planned.height}, ${planned.contentType}.`
      infos.push({ code: 'image_will_be_fitted', message: why, path })
      return { mediaId, ...planned, why }
    }
    default:
      return planned satisfies never
  }
}

/** Kinds of files that cannot be combined with other files in a post. */
type LoneKind = 'document' | 'audio'

const words = {
  document: {
    one: 'document',
    alone: 'only takes documents on their own',
    none: 'doesn’t take documents in this post type',
  },
  audio: { one: 'audio file', alone: 'only plays audio on its own', none: 'needs an image with audio' },
} as const satisfies Record<LoneKind, object>

/** Lists problems with the number of documents and audio files: too many, combined with other files, or not allowed. */
function loneKindIssues(media: readonly OutgoingMedia[], limits: Limits, pathOf: (index: number) => string): Issue[] {
  return (['document', 'audio'] as const).flatMap((kind): Issue[] => {
    const first = media.findIndex((item) => item.kind === kind)
    if (first < 0) return []
    const { one, alone, none } = words[kind]
    const { name, [kind]: rule } = limits
    const path = pathOf(first)
    if (!rule)
      return [{ code: 'media_type_not_supported', message: `${name} ${none}.`, path, fix: fixOfNone(kind, limits) }]
    const found = media.filter((item) => item.kind === kind).length
    if (found > rule.max) {
      const message = `The post has ${found} ${one}s. ${name} allows ${rule.max}.`
      return [{ code: 'media_too_many', message, path, fix: `Remove ${found - rule.max}.` }]
    }
    if (found === media.length) return []
    const message = `${name} ${alone}, without images or videos.`
    return [{ code: 'media_mixed', message, path, fix: `Remove the ${one} or the other files.` }]
  })
}

function fixOfNone(kind: LoneKind, { byFormat }: Limits): string {
  if (kind === 'audio') return 'Turn it into a video, or remove it for this network.'
  const [format] = Object.entries(byFormat ?? {}).find(([, rules]) => rules.document) ?? []
  return format === undefined ? 'Remove the document for this network.' : `Set \`format\` to \`${format}\`.`
}

/**
 * Lists the rules that one document or audio file breaks. The count check reports a kind that the network does not
 * support.
 */
function loneFileIssues({ kind, size, pages, contentType }: OutgoingMedia, limits: Limits): Issue[] {
  const rule = kind === 'document' || kind === 'audio' ? limits[kind] : undefined
  if (!rule) return []
  const { name } = limits
  const issues: Issue[] = []
  if (!rule.types.includes(contentType))
    issues.push({
      code: 'media_type_not_supported',
      message: `File type is ${contentType}. ${name} supports ${rule.types.join(', ')}.`,
    })
  if (size > rule.maxBytes)
    issues.push({
      code: kind === 'document' ? 'document_too_large' : 'audio_too_large',
      message: `The ${words[kind as LoneKind].one} is ${inMegabytes(size)}. ${name} allows ${inMegabytes(rule.maxBytes)}.`,
    })
  const maxPages = kind === 'document' ? limits.document?.maxPages : undefined
  if ((pages ?? 0) > (maxPages ?? Number.POSITIVE_INFINITY))
    issues.push({
      code: 'document_too_many_pages',
      message: `The document has ${pages} pages. ${name} allows ${maxPages}.`,
    })
  return issues
}
