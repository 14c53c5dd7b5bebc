/**
 * The contract of the media worker. It examines untrusted files in a child process, so that a crash, a runaway decoder
 * or a leak kills the child instead of the service. It removes all metadata from a file, and returns the properties of
 * the clean file, or a refusal.
 */
import type { RefusalCode } from '#kernel/errors.ts'
import type { View } from '#rules/view.ts'

const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
const videoTypes = ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/webm'] as const
const audioTypes = ['audio/mpeg', 'audio/mp4'] as const
const documentTypes = ['application/pdf'] as const

export type ImageType = (typeof imageTypes)[number]
export type VideoType = (typeof videoTypes)[number]
export type AudioType = (typeof audioTypes)[number]
type DocumentType = (typeof documentTypes)[number]
export type FileType = ImageType | VideoType | AudioType | DocumentType

/** Metadata of an image. Width and height are as displayed, with the orientation applied. */
export interface ImageFacts {
  readonly kind: 'image'
  readonly contentType: ImageType
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly animated: boolean
  /** 1 to 8, as in EXIF; 1 is upright. */
  readonly orientation: number
  readonly hasAlpha: boolean
  /** A `data:` URL of a WebP of at most 16 pixels a side, under 600 bytes. */
  readonly preview: string
}

export interface VideoFacts {
  readonly kind: 'video'
  readonly contentType: VideoType
  readonly width: number
  readonly height: number
  readonly durationMs: number
  readonly codec: string
  readonly frameRate: number | null
  readonly rotation: 0 | 90 | 180 | 270
  readonly hasAudio: boolean
  readonly audioCodec: string | null
  /** Made from the poster; null without one. */
  readonly preview: string | null
}

/** Metadata of an audio file, which has no dimensions. */
export interface AudioFacts {
  readonly kind: 'audio'
  readonly contentType: AudioType
  readonly width: 0
  readonly height: 0
  readonly durationMs: number
  readonly codec: string
  readonly preview: null
}

/** The properties of a document. Width and height are those of its first page, in points. */
export interface DocumentFacts {
  readonly kind: 'document'
  readonly contentType: DocumentType
  readonly width: number
  readonly height: number
  readonly pages: number
  readonly preview: null
}

export type Facts = ImageFacts | VideoFacts | AudioFacts | DocumentFacts

export type BadCode = Extract<
  RefusalCode,
  'media_type_not_allowed' | 'media_unreadable' | 'media_too_complex' | 'media_type_mismatch' | 'media_active_content'
>

export interface Bad {
  readonly outcome: 'bad'
  readonly code: BadCode
  readonly detail: string
}

export type Examined =
  | {
      readonly outcome: 'good'
      readonly facts: Facts
      readonly posterPath: string | null
    }
  | Bad

/** Replaces [start, end) of the file with `bytes`. Lists of edits are sorted and disjoint. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly bytes: Buffer
}

/** The limits for an image at its destination. Absent fields are unlimited. */
export interface FitRule {
  readonly formats?: readonly ImageType[]
  readonly maxBytes?: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  /** If true, the width and height limits are swapped for landscape images. */
  readonly turns?: true
  readonly maxPixels?: number
  readonly minWidth?: number
  readonly minHeight?: number
  /** Width divided by height. */
  readonly aspect?: { readonly min: number; readonly max: number }
  readonly maxFrames?: number
  /** If true, the center of the image is cut out as a square. */
  readonly isSquare?: true
  /** The part of the image that its author chose. It is cut out first, and the other limits apply to it. */
  readonly view?: View
}

export type Fitted =
  | { readonly outcome: 'as-is' }
  | {
      readonly outcome: 'fitted'
      readonly path: string
      readonly contentType: ImageType
      readonly width: number
      readonly height: number
      readonly size: number
    }
  /** `detail` states the exact rule with its numbers, and how to follow it. */
  | { readonly outcome: 'cannot'; readonly rule: keyof FitRule; readonly detail: string }

interface WorkOptions {
  /** The owner whose share of capacity this uses. Work without an owner shares one common share. */
  readonly owner?: string
  /** Ends the wait and the work, which then throw `NoTurn`. */
  readonly signal?: AbortSignal | undefined
}

interface ExamineOptions extends WorkOptions {
  /** The path for a video's poster, a JPEG. */
  readonly posterPath?: string
  /** Set if a post is waiting for the result, as with every copy. */
  readonly isUrgent?: boolean
}

/**
 * Examines and fits media. Owners share the capacity fairly. Copies for networks take priority over uploads, and long work never uses the last slot. Both kinds of work throw `NoTurn` if too much is waiting, which means "try later", not an error.
 */
export interface MediaWorker {
  /**
   * Detects the type from only the first 4,100 bytes, to reject files early. Returns null if no accepted type matches.
   */
  sniff(head: Uint8Array): Promise<FileType | null>
  /**
   * Examines a file and removes its metadata in place; a refused file may be half clean. Throws `OwnerSuspended` after
   * files of the owner that took too much time or memory.
   */
  examine(path: string, options?: ExamineOptions): Promise<Examined>
  fit(path: string, facts: ImageFacts, rule: FitRule, outPath: string, options?: WorkOptions): Promise<Fitted>
  close(): Promise<void>
}

/** Random access to the bytes of a file. */
export interface Source {
  readonly size: number
  /** Returns fewer bytes at the end of the file. */
  read(start: number, length: number): Promise<Buffer>
}

/** The result of reading a whole container. */
export interface Container {
  /** Edits that remove metadata and everything after the end; colour, animation, orientation and playback stay. */
  readonly edits: readonly Edit[]
}

/** Thrown if the container is truncated or inconsistent. The message states the problem and its location. */
export class Damaged extends Error {
  override readonly name: string = 'Damaged'
  readonly code: BadCode = 'media_unreadable'
}

/** Thrown if the container has more parts than any real file, because libraries take a long time to parse them. */
export class TooComplex extends Damaged {
  override readonly name = 'TooComplex'
  override readonly code = 'media_too_complex'
}
