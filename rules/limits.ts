import type { Network } from './network-names.ts'
/**
 * What a network takes, as data. The validator, the counters of a composer, `providers` and the docs read the same
 * object, so the number under the text box is the number that refuses.
 */

export const formats = ['post', 'thread', 'carousel', 'story', 'reel', 'short', 'pin', 'article'] as const
export type Format = (typeof formats)[number]

/**
 * `weighted`: as X counts, where most writing outside Europe counts twice. `emojiBytes`: each sign is one, but what emoji
 * are made of counts as many as it has bytes.
 */
export type Unit = 'grapheme' | 'byte' | 'utf16' | 'codepoint' | 'weighted' | 'emojiBytes'

/** How links, mentions and tags are told from other words. `plain`: a name is no mention by being written. */
export type Dialect = 'bluesky' | 'fediverse' | 'x' | 'plain'

export interface TextRule {
  readonly unit: Unit
  readonly max: number
  /** What a link costs whatever its length; absent: as much as it has characters. */
  readonly link?: number
  /** True: of `@name@host` only `@name` counts. */
  readonly mentionsWithoutHost?: true
  /** As people know the unit: "characters". */
  readonly words: string
}

/** A text of more than so many times what a network takes is longer; nobody needs to know by how much. */
export const exactUpTo = 4

/** Whether it has so many more characters than the rule takes that neither links nor rare writing can make up for it. */
export const isFarTooLong = (text: string, { max }: Pick<TextRule, 'max'>): boolean => text.length > max * 20

export interface ImageRule {
  readonly max: number
  readonly types: readonly string[]
  readonly maxBytes: number
  /** Of each, where a post has several and all of them go in one call. */
  readonly maxBytesOfSeveral?: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  readonly maxPixels?: number
  /** Width ÷ height. */
  readonly aspect?: { readonly min: number; readonly max: number }
  /** Animated pictures: as pictures, as videos, or not at all. */
  readonly animated: 'image' | 'video' | 'no'
}

export interface VideoRule {
  readonly max: number
  readonly types: readonly string[]
  readonly maxBytes: number
  readonly maxDurationMs?: number
  readonly minDurationMs?: number
  readonly maxPixels?: number
  readonly maxFrameRate?: number
  readonly aspect?: { readonly min: number; readonly max: number }
}

/** So many, in a window that moves along or by the calendar in UTC, of one account or of all who use the app. */
export type Quota = {
  readonly max: number
  readonly of: 'account' | 'app'
  /** Only posts of these kinds; absent: of all. */
  readonly kinds?: readonly Format[]
  /**
   * `all`, as when absent: each part of a thread and a first comment count like a post. `posts`: only what opens one.
   * `replies`: only what follows.
   */
  readonly counts?: 'all' | 'posts' | 'replies'
} & ({ readonly perMs: number } | { readonly per: 'day' | 'month' })

export interface Limits {
  readonly network: Network
  /** As people call it. */
  readonly name: string
  readonly formats: readonly Format[]
  readonly dialect: Dialect
  /** Every one of them holds, for each part. */
  readonly text: readonly TextRule[]
  /** Instead, for what stands beside a video. */
  readonly textWithVideo?: readonly TextRule[]
  /** 0: the network has no place for any. */
  readonly altText: { readonly max: number; readonly unit: Unit }
  readonly image: ImageRule
  readonly video: VideoRule
  /** May pictures and videos stand in one part? */
  readonly mixed: boolean
  /** So many of both together. Absent: as many of each as it says for itself. */
  readonly files?: number
  /** A part must have a picture or a video. */
  readonly mediaRequired: boolean
  readonly thread: { readonly maxParts: number } | null
  readonly firstComment: boolean
  /** Instead, for the text of a comment. */
  readonly textOfComment?: readonly TextRule[]
  /** Names of shares, `$ABC`, in one text, as far as the app's plan there does not allow more. Absent: any number. */
  readonly cashtags?: number
  /** Different links in one text, with that of its card. Absent: any number. */
  readonly links?: number
  readonly title: { readonly max: number; readonly required?: true } | null
  /** It is about a link, and must have one. */
  readonly linkRequired?: true
  readonly languages: number
  /** Between two posts of one account. */
  readonly leastGapMs: number
  /** What the network counts by time. Nothing that would go beyond one of them is begun. */
  readonly quotas: readonly Quota[]
  /** Where a kind of post has rules of its own, beyond or instead of those above. */
  readonly byFormat?: Readonly<Partial<Record<Format, FormatLimits>>>
}

export interface FormatLimits
  extends Partial<Pick<Limits, 'mediaRequired' | 'firstComment' | 'title' | 'altText' | 'linkRequired'>> {
  readonly image?: Partial<ImageRule>
  readonly video?: Partial<VideoRule>
}

/** What holds for a post of this kind. */
export function limitsForFormat(limits: Limits, format: Format): Limits {
  const own = limits.byFormat?.[format]
  if (!own) return limits
  return { ...limits, ...own, image: { ...limits.image, ...own.image }, video: { ...limits.video, ...own.video } }
}
