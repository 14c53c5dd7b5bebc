import { toWire } from '#kernel/ids.ts'
import type { PostMedia } from '../content.ts'
import type { NewPlacedPost, NewPost } from '../schema/requests.ts'
import type { PostRow } from '../store/posts.ts'
import type { TargetRow } from '../store/targets.ts'
import * as cells from './cells.ts'

/** A post with its targets, as an export writes it. */
export interface ExportedPost {
  readonly post: PostRow
  readonly targets: readonly TargetRow[]
  /** True if the post still needs an approval. */
  readonly needsApproval: boolean
  /** Accounts that are their platform's default. */
  readonly defaults: ReadonlySet<string>
}

interface Column {
  readonly read: (cell: string) => cells.CellValue
  readonly write: (exported: ExportedPost) => string
}

const json = (value: object): string => (Object.keys(value).length === 0 ? '' : JSON.stringify(value))
const time = (at: Date | null): string => at?.toISOString() ?? ''

/** The columns that an import reads, by the request field that each fills. */
export const columns: Readonly<Record<Exclude<keyof NewPost, 'profileId'>, Column>> = {
  content: { read: cells.readText, write: ({ post }) => post.content },
  platforms: { read: cells.readPlatforms, write: writePlatforms },
  scheduledAt: { read: cells.readTime, write: ({ post }) => time(post.scheduledAt) },
  timezone: { read: cells.readWord, write: ({ post }) => post.timezone ?? '' },
  saveAsDraft: { read: cells.readBoolean, write: ({ post }) => String(post.intent === 'draft') },
  media: { read: cells.readMedia, write: ({ post }) => writeMedia(post.media) },
  title: { read: cells.readText, write: ({ post }) => post.title ?? '' },
  link: { read: cells.readWord, write: ({ post }) => post.link ?? '' },
  firstComment: { read: cells.readText, write: ({ post }) => post.firstComment ?? '' },
  tags: { read: cells.readTags, write: ({ post }) => writeTags(post.tags) },
  language: { read: cells.readWord, write: ({ post }) => post.language ?? '' },
  format: { read: cells.readWord, write: ({ post }) => post.format },
  thread: { read: cells.readJson, write: ({ post }) => json(post.thread.map(writePart)) },
  mentions: { read: cells.readJson, write: ({ post }) => json(post.mentions) },
  latestAt: { read: cells.readTime, write: ({ post }) => time(post.latestAt) },
  settings: { read: cells.readJson, write: ({ post }) => json(post.settings) },
  recycle: { read: cells.readJson, write: ({ post }) => writeRecycle(post.recycle) },
  confirmWarnings: {
    read: cells.readCodes,
    write: ({ post }) => (post.confirmedWarnings === true ? 'true' : post.confirmedWarnings.join(', ')),
  },
  metadata: { read: cells.readJson, write: ({ post }) => json(post.metadata) },
}

/** The columns that only an import reads. An export has the time that was chosen. */
export const askedColumns: Readonly<Record<Exclude<keyof NewPlacedPost, keyof NewPost>, Pick<Column, 'read'>>> = {
  slot: { read: cells.readSlot },
}

/** The columns that only an export fills. An import accepts them but uses only the ID. */
export const shownColumns: Readonly<Record<string, Column['write']>> = {
  id: ({ post }) => toWire('post', post.id),
  status: ({ post }) => post.status,
  needsApproval: ({ needsApproval }) => String(needsApproval),
  publishedAt: ({ post }) => time(post.publishedAt),
  urls: ({ targets }) => targets.flatMap(({ url }) => url ?? []).join('\n'),
}

function writePlatforms({ targets, defaults }: ExportedPost): string {
  const entries = targets.map(({ network, accountId, overrides: { media, ...overrides } }) => ({
    platform: network,
    ...(accountId && !defaults.has(accountId) ? { accountId: toWire('acc', accountId) } : {}),
    ...overrides,
    ...(media ? { media: media.map(writeFile) } : {}),
  }))
  const isPlain = entries.every((entry) => Object.keys(entry).every((key) => key === 'platform' || key === 'accountId'))
  if (!isPlain) return JSON.stringify(entries)
  return entries.map((entry) => [entry.platform, entry.accountId ?? []].flat().join(':')).join(', ')
}

function writeMedia(media: readonly PostMedia[]): string {
  const isPlain = media.every(
    ({ altText, view, thumbnailStoragePath }) => (altText ?? view ?? thumbnailStoragePath) === undefined,
  )
  if (!isPlain) return JSON.stringify(media.map(writeFile))
  return media.flatMap(({ storagePath, url }) => storagePath ?? url ?? []).join('\n')
}

const writeFile = ({ storagePath, url, altText, view, thumbnailStoragePath }: PostMedia) => ({
  ...(storagePath === undefined ? { url } : { storagePath }),
  ...(altText === undefined ? {} : { altText }),
  ...(view === undefined ? {} : { view }),
  ...(thumbnailStoragePath === undefined ? {} : { thumbnailStoragePath }),
})

const writePart = ({ content, media }: PostRow['thread'][number]) => ({
  content,
  ...(media.length > 0 ? { media: media.map(writeFile) } : {}),
})

const writeTags = (tags: readonly string[]): string =>
  tags.some((tag) => tag.includes(',') || /^[[{]/.test(tag)) ? JSON.stringify(tags) : tags.join(', ')

const writeRecycle = (recycle: PostRow['recycle']): string =>
  recycle
    ? JSON.stringify({ enabled: recycle.enabled, intervalDays: recycle.intervalDays, variations: recycle.variations })
    : ''
