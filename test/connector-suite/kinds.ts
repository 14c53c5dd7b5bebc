import type { JsonObject } from '#connectors/connector.ts'
import type { Format } from '#rules/limits.ts'

/**
 * The kinds of posts that a network has and its connector makes, as data. The table in docs/networks/README.md is printed
 * from them, and `test/every-kind.test.ts` writes each through the API and breaks it: so neither can say what the other
 * does not.
 */
export interface KindOfPost {
  /** As the table calls it. */
  readonly name: string
  readonly format?: Format
  /** People are shown no text of it. */
  readonly silent?: true
  readonly files?: readonly FileName[]
  /** The replies of a thread, each with its files. */
  readonly replies?: readonly (readonly FileName[])[]
  readonly firstComment?: true
  readonly title?: string
  readonly link?: string
  readonly settings?: JsonObject
  /** The text as people see it, where it is not as it was written. */
  readonly seen?: (written: { readonly text: string; readonly title: string; readonly link: string }) => string
  /** The link is a card beside the text. */
  readonly card?: true
  /** What becomes of its files there: the pages of one document, or what its card shows. Absent: each is seen as it is. */
  readonly becomes?: 'document' | 'cover'
  /** What is seen besides. */
  readonly also?: readonly string[]
  /** Whoever may do no more than these. */
  readonly scopes?: readonly string[]
  /** It is a draft there, which its owner finishes. */
  readonly draft?: true
  readonly foundOut: FoundOut
}

export type FileName = 'picture' | 'other' | 'third' | 'fourth' | 'fifth' | 'moving' | 'film'

/** How it is known what became of a call whose answer was lost. */
export interface FoundOut {
  /** The call after which people see it. */
  readonly after: string
  /**
   * repeat: the network knows a repeat. handle: it is asked by the name that it gave before. newest: it is looked for
   * among what is new on the account. nobody: nobody can be asked, so it is `unknown` until a person has looked.
   */
  readonly by: 'repeat' | 'handle' | 'newest' | 'nobody'
  /** The first call that tells. */
  readonly asks?: string
  /** What else there is to say of it. */
  readonly words?: string
}

/** What the networks have in common. */
export const kinds = {
  text: { name: 'text' },
  linkBelow: { name: 'link', link: 'https://example.com/harbour', seen: ({ text, link }) => `${text}\n\n${link}` },
  linkCard: { name: 'link', link: 'https://example.com/harbour', card: true },
  picture: { name: 'picture', files: ['picture'] },
  pictures: { name: 'several pictures', format: 'carousel', files: ['picture', 'other', 'third'] },
  moving: { name: 'moving picture', files: ['moving'] },
  video: { name: 'video', files: ['film'] },
  reel: { name: 'reel', format: 'reel', files: ['film'] },
  short: { name: 'short', format: 'short', files: ['film'] },
  storyPicture: { name: 'story, a picture', format: 'story', files: ['picture'], silent: true },
  storyVideo: { name: 'story, a video', format: 'story', files: ['film'], silent: true },
  thread: { name: 'thread', format: 'thread', files: ['picture'], replies: [[], ['other']] },
  firstComment: { name: 'first comment', firstComment: true },
} as const satisfies Record<string, Omit<KindOfPost, 'foundOut'>>

export const foundBy = (foundOut: FoundOut, ...these: readonly Omit<KindOfPost, 'foundOut'>[]): readonly KindOfPost[] =>
  these.map((kind) => ({ ...kind, foundOut }))

/** A name that no other kind of the network has, and that may stand in an address. */
export const slugOf = ({ name }: Pick<KindOfPost, 'name'>): string => name.replaceAll(/[^a-z]+/gi, '-').toLowerCase()
