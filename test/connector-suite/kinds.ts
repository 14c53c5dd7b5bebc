import type { JsonObject } from '#connectors/connector.ts'
import type { Format } from '#rules/limits.ts'

/**
 * A kind of post that a network has and its connector creates, as data. The table in docs/networks/README.md is
 * generated from these kinds, and `test/kinds/every-kind.long.test.ts` writes each through the API and breaks it, so
 * the two cannot disagree.
 */
export interface KindOfPost {
  /** The name in the table. */
  readonly name: string
  readonly format?: Format
  /** Set if people see no text. */
  readonly silent?: true
  readonly files?: readonly FileName[]
  /** The thumbnail of its video. */
  readonly thumbnail?: FileName
  /** The replies of a thread, each with its files. */
  readonly replies?: readonly (readonly FileName[])[]
  readonly firstComment?: true
  readonly title?: string
  readonly link?: string
  readonly settings?: JsonObject
  /** Set if it quotes or reshares another post. */
  readonly quotes?: Quoting
  /** The text that people see, if it differs from the written one. */
  readonly seen?: (written: { readonly text: string; readonly title: string; readonly link: string }) => string
  /** The links that are shown as cards in addition to the text. */
  readonly cards?: readonly string[]
  /**
   * The form of its files: the pages of one document, or the image of its card. Omitted if each file is shown
   * unchanged.
   */
  readonly becomes?: 'document' | 'cover'
  /** Other content that people see. */
  readonly also?: readonly string[]
  /** The only scopes of the account. */
  readonly scopes?: readonly string[]
  /** Set if the network makes it a draft, which its owner finishes. */
  readonly draft?: true
  readonly foundOut: FoundOut
}

/** The way in which an author identifies the post to quote. */
interface Quoting {
  /** The setting that identifies it. */
  readonly setting: string
  /** The reference: the post's ID at the network, or its URL. */
  readonly by: 'remoteId' | 'url'
  /** A reference of this form. */
  readonly example: string
  /** Invalid references, each with what the refusal says about valid ones. */
  readonly wrong: readonly (readonly [named: string, says: RegExp])[]
}

/** Returns the settings that select this kind, with the post that it quotes. */
export const settingsOf = (
  { settings = {}, quotes }: Pick<KindOfPost, 'settings' | 'quotes'>,
  quoted?: string,
): JsonObject => (quotes ? { ...settings, [quotes.setting]: quoted ?? quotes.example } : settings)

export type FileName =
  | 'picture'
  | 'other'
  | 'third'
  | 'fourth'
  | 'fifth'
  | 'moving'
  | 'film'
  | 'wide'
  | 'slides'
  | 'sound'

/** The way to find out the outcome of a call whose response was lost. */
interface FoundOut {
  /** The call after which people see the post. */
  readonly after: string
  /**
   * `repeat`: the network recognizes a repeat. `handle`: the network is queried with the handle that it returned
   * before. `newest`: the post is searched for among the newest posts of the account. `nobody`: no call can find out,
   * so the target is `unknown` until a person checks.
   */
  readonly by: 'repeat' | 'handle' | 'newest' | 'nobody'
  /** The first call that can tell. */
  readonly asks?: string
  /** An additional note for the table. */
  readonly words?: string
}

/** Kinds that several networks share. */
export const kinds = {
  text: { name: 'text' },
  linkBelow: { name: 'link', link: 'https://example.com/harbour', seen: ({ text, link }) => `${text}\n\n${link}` },
  linkCard: { name: 'link', link: 'https://example.com/harbour', cards: ['https://example.com/harbour'] },
  picture: { name: 'picture', files: ['picture'] },
  pictures: { name: 'several pictures', format: 'carousel', files: ['picture', 'other', 'third'] },
  moving: { name: 'animated image', files: ['moving'] },
  video: { name: 'video', files: ['film'] },
  wideVideo: { name: 'video', files: ['wide'] },
  uprightVideo: { name: 'upright video', files: ['film'] },
  sound: { name: 'sound', files: ['sound'] },
  reel: { name: 'reel', format: 'reel', files: ['film'] },
  short: { name: 'short', format: 'short', files: ['film'] },
  storyPicture: { name: 'story, a picture', format: 'story', files: ['picture'], silent: true },
  storyVideo: { name: 'story, a video', format: 'story', files: ['film'], silent: true },
  poll: {
    name: 'poll',
    also: ['Tea', 'Coffee'],
    settings: { poll: { options: ['Tea', 'Coffee'], durationMinutes: 1_440 } },
  },
  thread: { name: 'thread', format: 'thread', files: ['picture'], replies: [[], ['other']] },
  firstComment: { name: 'first comment', firstComment: true },
} as const satisfies Record<string, Omit<KindOfPost, 'foundOut'>>

export const foundBy = (foundOut: FoundOut, ...these: readonly Omit<KindOfPost, 'foundOut'>[]): readonly KindOfPost[] =>
  these.map((kind) => ({ ...kind, foundOut }))
