import type { Incoming } from '../../../core/http/request.ts'
import type { Tree } from '../../../core/kit/tree.ts'
import type { Platform } from '../state/platform.ts'
import type { VideoSettings } from '../state/records.ts'
import { no } from '../wire/errors.ts'
import { bodyOf, partsOf, textIn, treeIn } from '../wire/fields.ts'

const categories = new Set('1 2 10 15 17 19 20 22 23 24 25 26 27 28 29'.split(' '))
const privacies = ['public', 'unlisted', 'private'] as const

/** Reads the author's settings for a video, and rejects what the network does not allow. */
export function readSettings(platform: Platform, incoming: Incoming): VideoSettings {
  const { rules } = platform
  const body = bodyOf(incoming)
  const parts = partsOf(incoming)
  const unnamed = Object.keys(body).find((name) => !parts.includes(name))
  if (unnamed !== undefined) no(400, 'unexpectedPart', `{0}: ${unnamed}`)
  const snippet = treeIn(body, 'snippet')
  const status = treeIn(body, 'status')
  return {
    title: titleOf(snippet, rules.maxTitle),
    description: descriptionOf(snippet, rules.maxDescriptionBytes),
    tags: tagsOf(snippet, rules.maxTags),
    categoryId: categoryOf(snippet),
    madeForKids: status.selfDeclaredMadeForKids === true,
    ...audienceOf(platform, status),
  }
}

function titleOf(snippet: Tree, max: number): string {
  const title = textIn(snippet, 'title', 'invalidTitle')
  const isGood = title.trim() !== '' && title.length <= max && !/[<>]/.test(title)
  return isGood ? title : no(400, 'invalidTitle', 'The request metadata specifies an invalid or empty video title.')
}

function descriptionOf(snippet: Tree, maxBytes: number): string {
  const text = textIn(snippet, 'description', 'invalidDescription')
  const isGood = Buffer.byteLength(text) <= maxBytes && !/[<>]/.test(text)
  return isGood ? text : no(400, 'invalidDescription', 'The request metadata specifies an invalid video description.')
}

/** Reads the tags. The quotation marks around a tag with a space count, and so do the commas between tags. */
function tagsOf({ tags = [] }: Tree, max: number): readonly string[] {
  const wrong = () => no(400, 'invalidTags', 'The request metadata specifies invalid video keywords.')
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) return wrong()
  const quoted = tags.map((tag) => (tag.includes(' ') ? `"${tag}"` : tag)).join(',')
  return quoted.length <= max && !/[<>]/.test(quoted) ? tags : wrong()
}

function categoryOf(snippet: Tree): string {
  const id = textIn(snippet, 'categoryId', 'invalidCategoryId')
  return id === '' || categories.has(id)
    ? id
    : no(400, 'invalidCategoryId', 'The snippet.categoryId property specifies an invalid category ID.')
}

function audienceOf({ rules, world }: Platform, status: Tree): Pick<VideoSettings, 'privacy' | 'publishAtMs'> {
  const requested = privacies.find((one) => one === (status.privacyStatus ?? 'public'))
  if (requested === undefined) return no(400, 'invalidVideoMetadata', 'Invalid value for status.privacyStatus.')
  const { publishAt } = status
  const atMs = typeof publishAt === 'string' ? Date.parse(publishAt) : null
  if (publishAt !== undefined && (atMs === null || Number.isNaN(atMs) || requested !== 'private'))
    no(400, 'invalidPublishAt', 'The request metadata specifies an invalid scheduled publishing time.')
  if (rules.makesPrivate) return { privacy: 'private', publishAtMs: null }
  // A time in the past makes the video public immediately.
  if (atMs !== null && atMs <= world.clock.ms()) return { privacy: 'public', publishAtMs: null }
  return { privacy: requested, publishAtMs: atMs }
}
