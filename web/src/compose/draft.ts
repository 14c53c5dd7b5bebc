import type { Result } from '@posthorn/sdk'
import type { Post } from '#web/posts/post-time.ts'

export type Account = Result<'listAccounts'>[number]

/** A file of the post. It has a path once it is uploaded. */
export interface DraftMedia {
  readonly key: string
  readonly name: string
  readonly storagePath: string | null
  /** An address at which this page can show the file. */
  readonly shownAt: string
  readonly isVideo: boolean
  readonly altText: string
}

/** A post as it is being written. */
export interface Draft {
  readonly content: string
  readonly accountIds: readonly string[]
  /** Texts of accounts that differ from the common one. */
  readonly ownTexts: Readonly<Record<string, string>>
  readonly media: readonly DraftMedia[]
  /** Local date and time of the reader, as an input of that type gives it; null: now. */
  readonly at: string | null
  /** Codes of the warnings that the user accepts. */
  readonly confirmed: readonly string[]
}

export const emptyDraft: Draft = { content: '', accountIds: [], ownTexts: {}, media: [], at: null, confirmed: [] }

/** Returns the post in the shape of the API. */
export function toRequest(draft: Draft, profileId: string, accounts: readonly Account[]) {
  const targets = draft.accountIds.flatMap((id) => accounts.find((account) => account.id === id) ?? [])
  return {
    profileId,
    content: draft.content,
    platforms: targets.map(({ id, platform }) => {
      const own = draft.ownTexts[id]
      return own === undefined ? { platform, accountId: id } : { platform, accountId: id, content: own }
    }),
    media: draft.media.flatMap(({ storagePath, altText }) =>
      storagePath === null ? [] : [altText ? { storagePath, altText } : { storagePath }],
    ),
    ...(draft.at === null ? {} : { scheduledAt: new Date(draft.at).toISOString() }),
    confirmWarnings: [...draft.confirmed],
  }
}

/** Reads a stored post back into a draft. */
export function fromPost(post: Post): Draft {
  const ownTexts = post.targets.flatMap(({ accountId, overrides }): [string, string][] =>
    accountId && typeof overrides.content === 'string' ? [[accountId, overrides.content]] : [],
  )
  return {
    content: post.content,
    accountIds: post.targets.flatMap(({ accountId }) => accountId ?? []),
    ownTexts: Object.fromEntries(ownTexts),
    media: post.media.map(({ storagePath, altText }, nth) => ({
      key: `${nth}`,
      name: storagePath ?? '',
      storagePath: storagePath ?? null,
      shownAt: '',
      isVideo: /\.(mp4|mov|webm|avi)$/i.test(storagePath ?? ''),
      altText: altText ?? '',
    })),
    at: post.scheduledAt ? toLocalInput(new Date(post.scheduledAt)) : null,
    confirmed: [],
  }
}

/** Formats a time as `<input type="datetime-local">` wants it. */
export function toLocalInput(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
