import type { View } from '#rules/view.ts'
import type { JsonObject } from './json.ts'

/** The content of one target, frozen when it is enqueued. */
export interface Outgoing {
  readonly format: 'post' | 'thread' | 'carousel' | 'story' | 'reel' | 'short' | 'pin' | 'article'
  /** The item that a reply of the inbox answers. Omitted for posts. */
  readonly answers?: Answered
  /** The post, followed by the replies of its thread. Never empty. */
  readonly parts: readonly OutgoingPart[]
  readonly title: string | null
  readonly link: string | null
  readonly language: string | null
  readonly firstComment: string | null
  readonly settings: JsonObject
  readonly account: { readonly remoteId: string; readonly handle: string; readonly facts: JsonObject }
}

/** A comment, mention or quote of someone else. */
export interface Answered {
  readonly remoteId: string
  /** The ID of the first item of the conversation. */
  readonly rootId: string
  /** The handle of its author, without an @ before it. */
  readonly handle: string
}

export interface OutgoingPart {
  readonly text: string
  readonly media: readonly OutgoingMedia[]
}

export interface OutgoingMedia {
  readonly mediaId: string
  readonly kind: 'image' | 'video' | 'document' | 'audio'
  readonly contentType: string
  readonly size: number
  readonly width: number
  readonly height: number
  readonly durationMs: number | null
  /** The number of pages of a document. */
  readonly pages: number | null
  readonly frameRate: number | null
  readonly animated: boolean
  /** The number of frames of an image. Missing in posts queued by releases that did not count frames yet. */
  readonly frames?: number
  readonly hasAlpha: boolean
  readonly altText: string | null
  /** The part of an image to show. The size and the width above are those of the part. Omitted for a whole image. */
  readonly view?: View
  /** The cover image that the author chose for a video. Omitted if none was chosen; the network may then choose one. */
  readonly thumbnail?: OutgoingMedia
}

export interface MediaRule {
  readonly formats?: readonly string[]
  readonly maxBytes?: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  /** If true, the width and height limits are swapped for landscape images. */
  readonly turns?: true
  readonly maxPixels?: number
  readonly maxFrames?: number
  readonly aspect?: { readonly min: number; readonly max: number }
}

export interface Sendable {
  readonly contentType: string
  readonly size: number
  readonly width: number
  readonly height: number
  /** Reads the bytes [start, end), or all. */
  read(start?: number, end?: number): Promise<Buffer>
  stream(): AsyncIterable<Uint8Array>
}

/** Thrown if a file cannot be converted to follow a rule. The message states the rule with its numbers. */
export class MediaUnfit extends Error {
  override readonly name = 'MediaUnfit'
}

/** A file of a post that has not been uploaded yet. */
export interface MissingMedia {
  readonly part: number
  readonly index: number
  readonly item: OutgoingMedia
}

/** Finds the first file to upload, skipping parts that are already published. */
export function findMissingMedia(
  { parts }: Outgoing,
  uploaded: readonly { readonly part: number; readonly index: number }[],
  partsOut: number,
): MissingMedia | null {
  for (const [part, { media }] of parts.entries()) {
    if (part < partsOut) continue
    for (const [index, item] of media.entries()) {
      if (!uploaded.some((one) => one.part === part && one.index === index)) return { part, index, item }
    }
  }
  return null
}
