import { createHash } from 'node:crypto'
import { labelKey } from '#rules/label-key.ts'
import type { Handles } from '#rules/mentions.ts'
import { readView, type View, type ViewInput } from '#rules/view.ts'
import type { Post } from '../posts/show-post.ts'

/**
 * The fields of a post that a file defines, each as one text, so that the file, the post and the last applied version
 * can be compared. `posthorn.applied` in the post's metadata has a hash of each field as last applied.
 */
export interface Fields {
  readonly text: string
  readonly thread: string
  readonly schedule: string
  readonly accounts: string
  readonly media: string
  readonly title: string
  readonly link: string
  readonly firstComment: string
  readonly mentions: string
  readonly format: string
  readonly language: string
  readonly tags: string
}

export type Field = keyof Fields

interface ContentMedia {
  readonly storagePath: string
  readonly altText: string
  /** Omitted for a whole image, so that a file without one is the same as before views existed. */
  readonly view?: View | undefined
}

/** A post from a file or from the installation, with the API's field names. */
export interface Content {
  readonly content: string
  readonly thread: readonly string[]
  readonly isDraft: boolean
  readonly scheduledAt: string | null
  /** The place among the posting times that the file asks for, or true for a post that has one. It may move. */
  readonly slot: 'next' | 'last' | boolean
  readonly accounts: readonly Place[]
  readonly media: readonly ContentMedia[]
  readonly title: string | null
  readonly link: string | null
  readonly firstComment: string | null
  readonly mentions: readonly { readonly text: string; readonly handles: Handles }[]
  readonly format: string
  readonly language: string | null
  readonly tags: readonly string[]
}

export interface Place {
  readonly network: string
  readonly accountId: string | null
  readonly overrides: Readonly<Record<string, unknown>>
}

export const printFields = (post: Content): Fields => ({
  text: post.content,
  thread: print(post.thread),
  schedule: printSchedule(post),
  accounts: print([...post.accounts].sort(byPlace)),
  media: print(post.media),
  title: post.title ?? '',
  link: post.link ?? '',
  firstComment: post.firstComment ?? '',
  mentions: post.mentions.length === 0 ? '' : print([...post.mentions].sort(byText)),
  format: post.format,
  language: post.language ?? '',
  tags: print([...new Set(post.tags.map(labelKey))]),
})

const printSchedule = ({ isDraft, slot, scheduledAt }: Content): string =>
  slot === false || isDraft
    ? `${isDraft ? 'draft' : 'scheduled'}${scheduledAt === null ? '' : ` ${scheduledAt}`}`
    : 'at a posting time'

/** Reads the fields of a post from the installation. */
export const readFields = (post: Post): Fields =>
  printFields({
    content: post.content,
    thread: post.thread.map(({ content }) => content),
    isDraft: post.status === 'draft',
    scheduledAt: post.scheduledAt,
    slot: post.slotPlanId !== null,
    accounts: post.targets.map(({ network, accountId, overrides }) => ({ network, accountId, overrides })),
    media: post.media.map(({ storagePath, url, altText, view }) => ({
      storagePath: storagePath ?? url ?? '',
      altText: altText ?? '',
      view: readView(view as ViewInput | undefined),
    })),
    title: post.title,
    link: post.link,
    firstComment: post.firstComment,
    mentions: post.mentions.map(({ text, handles }) => ({ text, handles })),
    format: post.format,
    language: post.language,
    tags: post.tags,
  })

export const hashField = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 12)

const byText = (one: { readonly text: string }, other: { readonly text: string }): number =>
  one.text < other.text ? -1 : 1

const byPlace = (one: Place, other: Place): number =>
  `${one.network} ${one.accountId}` < `${other.network} ${other.accountId}` ? -1 : 1

/** Prints JSON with the members of objects sorted. */
const print = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
