import { authorFor, type Caller } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import type { Author, Piece, Post } from '../state/records.ts'
import { flagOr, listOf, oneOf, textOr, treeOf } from '../wire/fields.ts'
import { invalidValue, missing, no, tooLong } from '../wire/refusals.ts'
import { urnOf } from '../wire/restli.ts'
import { type Content, contentOf } from './content.ts'
import { readLittle, seenIn, unescaped } from './little-text.ts'

/** A post that has passed all checks and is not published yet. */
export interface Draft extends Content {
  readonly author: Author
  readonly commentary: string
  readonly pieces: readonly Piece[]
  readonly visibility: string
  readonly feedDistribution: string
  readonly isReshareDisabled: boolean
  readonly parent: Post | null
  /** The fingerprint that another post of the same author must not have. */
  readonly likeness: string
}

const known = [
  'author',
  'commentary',
  'visibility',
  'distribution',
  'content',
  'lifecycleState',
  'isReshareDisabledByAuthor',
  'reshareContext',
]

export function draftOf(platform: Platform, caller: Caller, body: unknown): Draft {
  const given = treeOf(body, '/', known)
  const author = authorFor(platform, caller, given.author ?? missing('/author'), {
    field: '/author',
    what: 'posts.CREATE',
  })
  const written = writtenOf(platform, given.commentary)
  const visibility = oneOf(given.visibility, '/visibility', ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN', 'CONTAINER'])
  // `CONTAINER` is a group, which the sandbox does not have.
  if (visibility === 'CONTAINER') missing('/container')
  const feedDistribution = distributionOf(given.distribution)
  oneOf(given.lifecycleState, '/lifecycleState', ['PUBLISHED'])
  const isReshareDisabled = flagOr(given.isReshareDisabledByAuthor, '/isReshareDisabledByAuthor', false)
  const parent = parentOf(platform, given.reshareContext)
  if (parent && given.content !== undefined) invalidValue('/content', given.content)
  const content = contentOf(platform, author, given.content)
  if (written.commentary === '' && given.content === undefined && parent === null)
    no(422, { code: 'MISSING_FIELD', message: 'A post must have commentary, content or reshareContext' })
  const likeness = JSON.stringify(
    platform.rules.duplicateBy === 'text'
      ? [author.name, given.commentary ?? '']
      : [author.name, given.commentary ?? '', given.content ?? null, parent?.urn ?? null],
  )
  return { author, ...written, visibility, feedDistribution, isReshareDisabled, parent, ...content, likeness }
}

export function writtenOf(platform: Platform, value: unknown): Pick<Draft, 'commentary' | 'pieces'> {
  const { rules } = platform
  const raw = textOr(value, '/commentary', 100_000, '')
  const counted = rules.countsEscapes ? raw : unescaped(raw)
  const length = rules.countsUtf16 ? counted.length : [...counted].length
  if (length > rules.maxText) no(400, tooLong('/commentary', rules.maxText))
  const { pieces, kept, template, isCut } = readLittle(platform, raw)
  if (isCut) platform.app.cutTexts += 1
  return { commentary: rules.hashtagsAsTemplates ? template : kept, pieces }
}

function distributionOf(value: unknown): string {
  const path = '/distribution'
  const given = treeOf(value, path, ['feedDistribution', 'targetEntities', 'thirdPartyDistributionChannels'])
  for (const name of ['targetEntities', 'thirdPartyDistributionChannels'])
    listOf(given[name] ?? [], `${path}/${name}`, { min: 0, max: 100 })
  return oneOf(given.feedDistribution, `${path}/feedDistribution`, ['MAIN_FEED', 'NONE'])
}

function parentOf(platform: Platform, value: unknown): Post | null {
  if (value === undefined) return null
  const { parent } = treeOf(value, '/reshareContext', ['parent'])
  const { text } = urnOf(parent, '/reshareContext/parent', ['share', 'ugcPost', 'activity'])
  const post = platform.posts.get(text)
  return post && !post.isReshareDisabled ? post : invalidValue('/reshareContext/parent', parent)
}

export const visibleText = (post: Pick<Post, 'pieces'>): string => seenIn(post.pieces)
