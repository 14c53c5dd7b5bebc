import { fileFor } from '../media/assets.ts'
import type { Platform } from '../state/platform.ts'
import type { Article, Author, Poll, Shown } from '../state/records.ts'
import { listOf, oneOf, textIn, textOr, treeOf } from '../wire/fields.ts'
import { invalidValue, missing, no } from '../wire/refusals.ts'

/** The attachment of a post: at most one of these. */
export interface Content {
  readonly content: unknown
  readonly files: readonly Shown[]
  readonly article: Article | null
  readonly poll: Poll | null
}

const maxAlt = 4_086

export function contentOf(platform: Platform, author: Author, value: unknown): Content {
  const nothing = { content: null, files: [], article: null, poll: null }
  if (value === undefined) return nothing
  // `carousel`, several links in one post, is for advertisers only.
  const given = treeOf(value, '/content', ['article', 'media', 'multiImage', 'poll'])
  const names = Object.keys(given)
  if (names.length === 0) missing('/content')
  if (names.length > 1)
    no(400, { code: 'INVALID_VALUE_FOR_FIELD', message: `/content :: union type with more than one entry [${names}]` })
  const some = { ...nothing, content: value }
  if (given.article !== undefined) return { ...some, article: articleOf(platform, author, given.article) }
  if (given.media !== undefined) return { ...some, files: [mediumOf(platform, author, given.media)] }
  if (given.multiImage !== undefined) return { ...some, files: imagesOf(platform, author, given.multiImage) }
  return { ...some, poll: pollOf(given.poll) }
}

function articleOf(platform: Platform, author: Author, value: unknown): Article {
  const path = '/content/article'
  const given = treeOf(value, path, ['source', 'title', 'description', 'thumbnail', 'thumbnailAltText'])
  const source = textIn(given.source, `${path}/source`, 4_086)
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) invalidValue(`${path}/source`, source)
  const title = textIn(given.title, `${path}/title`, 400)
  const description = textOr(given.description, `${path}/description`, maxAlt, '')
  const { thumbnail: urn } = given
  const at = { field: `${path}/thumbnail`, kinds: ['image'] as const }
  const thumbnail = urn === undefined ? null : fileFor(platform, author, urn, at)
  return { source, title, description, thumbnail }
}

function mediumOf(platform: Platform, author: Author, value: unknown): Shown {
  const path = '/content/media'
  const given = treeOf(value, path, ['id', 'altText', 'title'])
  const kinds = ['image', 'video', 'document'] as const
  const asset = fileFor(platform, author, given.id, { field: `${path}/id`, kinds })
  const altText = textOr(given.altText, `${path}/altText`, maxAlt, '')
  const title = given.title === undefined ? null : textIn(given.title, `${path}/title`, 400)
  if (asset.kind === 'document' && !title) missing(`${path}/title`)
  return { asset, altText, title }
}

function imagesOf(platform: Platform, author: Author, value: unknown): readonly Shown[] {
  const path = '/content/multiImage'
  const given = treeOf(value, path, ['images', 'altText'])
  const rows = listOf(given.images, `${path}/images`, { min: 2, max: 20 })
  return rows.map((row, at) => {
    const here = `${path}/images/${at}`
    const { id, altText } = treeOf(row, here, ['id', 'altText'])
    const asset = fileFor(platform, author, id, { field: `${here}/id`, kinds: ['image'] })
    return { asset, altText: textOr(altText, `${here}/altText`, maxAlt, ''), title: null }
  })
}

function pollOf(value: unknown): Poll {
  const path = '/content/poll'
  const given = treeOf(value, path, ['question', 'options', 'settings'])
  const question = textIn(given.question, `${path}/question`, 140)
  const options = listOf(given.options, `${path}/options`, { min: 2, max: 4 }).map((row, at) =>
    textIn(treeOf(row, `${path}/options/${at}`, ['text']).text, `${path}/options/${at}/text`, 30),
  )
  const settings = treeOf(given.settings, `${path}/settings`, [
    'duration',
    'voteSelectionType',
    'isVoterVisibleToAuthor',
  ])
  const duration = oneOf(settings.duration, `${path}/settings/duration`, [
    'ONE_DAY',
    'THREE_DAYS',
    'SEVEN_DAYS',
    'FOURTEEN_DAYS',
  ])
  return { question, options, duration }
}
