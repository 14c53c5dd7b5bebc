import type { Post } from '#web/posts/post-time.ts'
import { type Account, type Draft, type DraftMedia, emptyDraft, type OwnValues } from './draft.ts'
import { mediaFields } from './request.ts'

type StoredMedia = Omit<Post['media'][number], 'view'> & Pick<DraftMedia, 'view'>
type Target = Post['targets'][number]

/** Converts a stored post to a draft. */
export function fromPost(post: Post, accounts: readonly Account[]): Draft {
  const shown: { readonly id: string; readonly own: OwnValues }[] = []
  const others: object[] = []
  for (const target of post.targets) {
    const account = findAccount(target, accounts)
    const own = ownOf(target, post)
    if (account) shown.push({ id: account.id, own })
    else others.push({ platform: target.platform, ...(target.accountId && { accountId: target.accountId }), ...own })
  }
  return {
    ...emptyDraft,
    content: post.content,
    media: readMedia(post.media),
    thread: readThread(post.thread),
    accountIds: shown.map(({ id }) => id),
    own: Object.fromEntries(shown.flatMap(({ id, own }) => (Object.keys(own).length > 0 ? [[id, own]] : []))),
    others,
    format: post.format === 'thread' ? 'post' : post.format,
    title: post.title ?? '',
    link: post.link ?? '',
    firstComment: post.firstComment ?? '',
    language: post.language ?? '',
    mentions: post.mentions,
    tags: post.tags,
    at: post.scheduledAt,
  }
}

/** Finds a target's account. Without an account ID, the target means the default one of its network. */
const findAccount = ({ accountId, network }: Target, accounts: readonly Account[]): Account | undefined =>
  accounts.find((account) => (accountId ? account.id === accountId : account.network === network && account.isDefault))

function ownOf({ overrides, platform }: Target, post: Post): OwnValues {
  const settings = { ...post.settings[platform], ...overrides.settings }
  const { settings: _, media, ...rest } = overrides
  return {
    ...rest,
    ...(media && { media: media.every(({ storagePath }) => storagePath) ? mediaFields(readMedia(media)) : media }),
    ...(Object.keys(settings).length > 0 && { settings }),
  } as OwnValues
}

interface StoredPart {
  readonly content?: string
  readonly media?: readonly StoredMedia[]
}

export const readThread = (parts: readonly StoredPart[]): Draft['thread'] =>
  parts.map(({ content = '', media = [] }, nth) => ({ key: `part-${nth}`, content, media: readMedia(media) }))

const videoName = /\.(mp4|mov|webm|avi)$/i

export function readMedia(media: readonly StoredMedia[]): DraftMedia[] {
  return media.flatMap(({ storagePath, altText, view, thumbnailStoragePath }, nth) =>
    storagePath
      ? {
          key: `${storagePath}-${nth}`,
          name: '',
          storagePath,
          shownAt: '',
          isVideo: videoName.test(storagePath),
          altText: altText ?? '',
          view,
          ...(thumbnailStoragePath && { thumbnail: thumbnailStoragePath }),
        }
      : [],
  )
}
