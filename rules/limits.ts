import type { Network } from './network-names.ts'
/**
 * The limits of a network, as data. The validator, the composer's counters, `providers` and the docs read the same
 * object, so the number under the text box is the enforced one.
 */

export const formats = ['post', 'thread', 'carousel', 'story', 'reel', 'short', 'pin', 'article'] as const
export type Format = (typeof formats)[number]

/**
 * `weighted`: like X, where most scripts outside Europe count twice. `emojiBytes`: each character counts one, but a
 * character that emoji are made of counts as many as it has bytes.
 */
export type Unit = 'grapheme' | 'byte' | 'utf16' | 'codepoint' | 'weighted' | 'emojiBytes'

/** The rules that distinguish links, mentions and tags from other words. `plain`: a written name is not a mention. */
export type Dialect = 'bluesky' | 'fediverse' | 'instagram' | 'x' | 'plain'

export interface TextRule {
  readonly unit: Unit
  readonly max: number
  /** The fixed cost of a link. If omitted, a link costs its length. */
  readonly link?: number
  /** If true, `@name@host` costs only its `@name`. */
  readonly mentionsWithoutHost?: true
  /** The unit in plain words: "characters". */
  readonly words: string
}

/** Multiple of a network's limit up to which a text is measured exactly. Users do not need an exact length above it. */
export const exactUpTo = 4

/** True if a text is so far over the limit that neither links nor rare scripts can make up for it. */
export const isFarTooLong = (text: string, { max }: Pick<TextRule, 'max'>): boolean => text.length > max * 20

interface ImageRule {
  readonly max: number
  readonly types: readonly string[]
  readonly maxBytes: number
  /** The limit for each image if a post has several, all sent in one call. */
  readonly maxBytesOfSeveral?: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  /** True if the limits of width and height are for portrait images, and are swapped for landscape ones. */
  readonly turns?: true
  readonly maxPixels?: number
  /** Width ÷ height. */
  readonly aspect?: { readonly min: number; readonly max: number }
  /** The frame limit of an animated image that stays an image. */
  readonly maxFrames?: number
  /** Treatment of animated images: as images, as videos, or refused. */
  readonly animated: 'image' | 'video' | 'no'
}

/** The limits of an animated image sent as a video, where they differ from those of a video. */
export interface AnimationRule {
  readonly maxBytes: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  readonly maxPixels?: number
  readonly maxFrames?: number
  /** The limit of width × height × frames. */
  readonly maxPixelsOfAllFrames?: number
}

export interface VideoRule {
  readonly max: number
  readonly types: readonly string[]
  readonly maxBytes: number
  readonly maxDurationMs?: number
  readonly minDurationMs?: number
  readonly maxPixels?: number
  readonly minFrameRate?: number
  readonly maxFrameRate?: number
  readonly minWidth?: number
  readonly minHeight?: number
  readonly maxWidth?: number
  readonly aspect?: { readonly min: number; readonly max: number }
}

/** The limits of a document, such as a PDF. It cannot be combined with other files. */
export interface DocumentRule {
  readonly max: number
  readonly types: readonly string[]
  readonly maxBytes: number
  readonly maxPages: number
}

/** The limits for audio, which cannot be combined with other files. */
export interface AudioRule {
  readonly max: number
  readonly types: readonly string[]
  readonly maxBytes: number
}

/**
 * A quota: a number of posts in a sliding window, or in a calendar period in UTC or another zone, for one account or for
 * all users of the app.
 */
export type Quota = {
  readonly max: number
  readonly of: 'account' | 'app'
  /** Restricts the quota to posts of these kinds. Defaults to all kinds. */
  readonly kinds?: readonly Format[]
  /**
   * `all` (the default): each part of a thread and a first comment count like a post. `posts`: only the first part
   * counts. `replies`: only the following parts.
   */
  readonly counts?: 'all' | 'posts' | 'replies'
} & ({ readonly perMs: number } | { readonly per: 'day' | 'month'; readonly zone?: string })

interface HashtagRule {
  readonly max: number
  /** The number above which the network may refuse some accounts. Omitted if there is none. */
  readonly advised?: number
}

export interface Limits {
  readonly network: Network
  /** The network's name, for people. */
  readonly name: string
  readonly formats: readonly Format[]
  readonly dialect: Dialect
  /** The text limits. Each applies to each part. */
  readonly text: readonly TextRule[]
  /** Replaces `text` for a part with a video. */
  readonly textWithVideo?: readonly TextRule[]
  /** The limit of alt texts. 0 if the network does not support them. */
  readonly altText: { readonly max: number; readonly unit: Unit }
  readonly image: ImageRule
  readonly video: VideoRule
  /** Omitted if posts do not support documents. */
  readonly document?: DocumentRule
  /** Omitted if posts do not support audio. */
  readonly audio?: AudioRule
  /** If omitted, an animation has the limits of a video or is not supported. */
  readonly animation?: AnimationRule
  /** True if images and videos may be in one part. */
  readonly mixed: boolean
  /** The combined limit for images and videos. If omitted, each kind has only its own limit. */
  readonly files?: number
  /** True if a part must have an image or a video. */
  readonly mediaRequired: boolean
  readonly thread: { readonly maxParts: number } | null
  readonly firstComment: boolean
  /** Set if the network refuses a text that was already posted there. */
  readonly refusesRepeats?: true
  /** Replaces `text` for the text of a comment. */
  readonly textOfComment?: readonly TextRule[]
  /**
   * The limit of cashtags (`$ABC`) in one text, unless the app's plan there allows more. Omitted if there is no limit.
   */
  readonly cashtags?: number
  /** The limit of different links in one text, including the link of its card. Omitted if there is no limit. */
  readonly links?: number
  /** The limit for hashtags in one text. Omitted if there is none. */
  readonly hashtags?: HashtagRule
  /** The limit for mentions in one text. Omitted if there is none. */
  readonly mentions?: number
  readonly title: { readonly max: number; readonly required?: true } | null
  /** True if a post must have a link. */
  readonly linkRequired?: true
  readonly languages: number
  /** The minimum time between two posts of one account. */
  readonly leastGapMs: number
  /** The network's quotas. A post that would exceed one of them is not started. */
  readonly quotas: readonly Quota[]
  /** Rules of single kinds of posts, in addition to those above or in place of them. */
  readonly byFormat?: Readonly<Partial<Record<Format, FormatLimits>>>
}

export interface FormatLimits
  extends Partial<
    Pick<Limits, 'mediaRequired' | 'firstComment' | 'title' | 'altText' | 'linkRequired' | 'document' | 'files'>
  > {
  readonly image?: Partial<ImageRule>
  readonly video?: Partial<VideoRule>
}

/** Returns the limits for posts of this kind. */
export function limitsForFormat(limits: Limits, format: Format): Limits {
  const own = limits.byFormat?.[format]
  if (!own) return limits
  return { ...limits, ...own, image: { ...limits.image, ...own.image }, video: { ...limits.video, ...own.video } }
}
