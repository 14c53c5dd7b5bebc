import type { components, Result } from '@posthorn/sdk'
// A relative path, since tests also load this file in Node, where this workspace has no alias `#rules`.
import type { Mention } from '../../../../rules/mentions.ts'

export type Account = Result<'listAccounts'>[number]
export type Format = components['schemas']['Post']['format']

/** A file of the post in API form. */
export interface MediaFields {
  readonly storagePath: string
  readonly altText?: string
  readonly view?: NonNullable<DraftMedia['view']>
  readonly thumbnailStoragePath?: string
}

/** A file of the post. It has a path after the upload. */
export interface DraftMedia {
  readonly key: string
  readonly name: string
  readonly storagePath: string | null
  /** The URL at which this page can show the file. */
  readonly shownAt: string
  readonly isVideo: boolean
  readonly altText: string
  /** The part of an image that the post shows. Omitted if it shows all of it. */
  readonly view?: components['schemas']['MediaView'] | undefined
  /** The thumbnail of a video, as named in the API. */
  readonly thumbnail?: string | undefined
}

/** A reply of a thread. */
interface DraftPart {
  readonly key: string
  readonly content: string
  readonly media: readonly DraftMedia[]
}

/** The values of one account that differ from the post. An omitted value is the same as in the post. */
export interface OwnValues {
  readonly content?: string
  readonly title?: string | null
  readonly firstComment?: string | null
  readonly settings?: Readonly<Record<string, unknown>>
  /** Files of this account only, as in the API: those of the post shown in another way, or others. */
  readonly media?: readonly MediaFields[]
  /** The kind of post on this account, in place of that of the post. */
  readonly format?: Format
  readonly link?: string | null
  /** Publishes a thread as one text, or only its first part. */
  readonly thread?: 'join' | 'omit'
  /** Seconds after the post at which this account publishes it. */
  readonly delaySeconds?: number
}

/** A post that is being written. */
export interface Draft {
  readonly content: string
  readonly media: readonly DraftMedia[]
  readonly thread: readonly DraftPart[]
  readonly accountIds: readonly string[]
  readonly own: Readonly<Record<string, OwnValues>>
  /**
   * Targets that this page cannot show, as in the API: those of accounts that no longer exist. They are kept unchanged.
   */
  readonly others: readonly object[]
  readonly format: Format
  readonly title: string
  readonly link: string
  readonly firstComment: string
  readonly language: string
  /** Names in the texts, with their handle on each network. */
  readonly mentions: Mention[]
  /** The names of its labels. */
  readonly tags: readonly string[]
  /** The scheduled time. Null to publish immediately. */
  readonly at: string | null
  /** Codes of the warnings that the user accepts. */
  readonly confirmed: readonly string[]
}

export const emptyDraft: Draft = {
  content: '',
  media: [],
  thread: [],
  accountIds: [],
  own: {},
  others: [],
  format: 'post',
  title: '',
  link: '',
  firstComment: '',
  language: '',
  mentions: [],
  tags: [],
  at: null,
  confirmed: [],
}

/** True if the draft has no content. A choice of accounts and a time alone are not worth saving. */
export const isBlank = ({ content, media, thread, own, title, link, firstComment }: Draft): boolean =>
  [content, title, link, firstComment, ...thread.map((part) => part.content)].every((text) => text === '') &&
  media.length === 0 &&
  thread.every((part) => part.media.length === 0) &&
  Object.values(own).every((values) => values.content === undefined)

/** True while a file of the draft is being uploaded. */
export const isUploading = ({ media, thread }: Draft): boolean =>
  [media, ...thread.map((part) => part.media)].flat().some(({ storagePath }) => storagePath === null)

/** Returns the values of an account with some of them changed. Undefined removes a value. */
export function withOwn(
  own: Draft['own'],
  accountId: string,
  changes: { readonly [Key in keyof OwnValues]?: OwnValues[Key] | undefined },
): Draft['own'] {
  const { [accountId]: before, ...rest } = own
  const values = Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined),
  )
  return Object.keys(values).length === 0 ? rest : { ...rest, [accountId]: values }
}

let lastKey = 0
/** Returns a unique key for list items on the page. */
export const newKey = (): string => {
  lastKey += 1
  return `${Date.now()}-${lastKey}`
}
