/**
 * The workshop is where bytes of strangers are looked at: in a child process, so that a crash, a runaway decoder or a
 * leak ends the child and not the service. What it says about a file is facts (what it is), edits (what must go before
 * anybody is served it) or a refusal; it never changes the file itself.
 */
import type { RefusalCode } from '#kernel/errors.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export const videoTypes = ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/webm'] as const

export type ImageType = (typeof imageTypes)[number]
export type VideoType = (typeof videoTypes)[number]

/** Width and height are as shown: the orientation is applied to them already. */
export interface ImageFacts {
  readonly kind: 'image'
  readonly contentType: ImageType
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly animated: boolean
  /** 1 to 8, as EXIF counts them; 1 is upright. */
  readonly orientation: number
  readonly hasAlpha: boolean
  /** A `data:` address of a WebP of at most 16 pixels a side, under 600 bytes. */
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
  /** Made of the poster; null where there is none. */
  readonly preview: string | null
}

export type Facts = ImageFacts | VideoFacts

export type BadCode = Extract<
  RefusalCode,
  'media_type_not_allowed' | 'media_unreadable' | 'media_too_complex' | 'media_type_mismatch'
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
      readonly edits: readonly Edit[]
      readonly posterPath: string | null
    }
  | Bad

/** [start, end) of the file becomes `bytes`. A list of them is sorted and disjoint. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly bytes: Buffer
}

/** What a picture may be at its destination. A field that is absent is no bound. */
export interface FitRule {
  readonly formats?: readonly ImageType[]
  readonly maxBytes?: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  readonly maxPixels?: number
  readonly minWidth?: number
  readonly minHeight?: number
  /** Width divided by height. */
  readonly aspect?: { readonly min: number; readonly max: number }
  readonly maxFrames?: number
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
  /** `detail` holds the exact rule with its numbers, and what would be right. */
  | { readonly outcome: 'cannot'; readonly rule: keyof FitRule; readonly detail: string }

export interface WorkOptions {
  /** Whose share of the work it takes; work without an owner takes one share together. */
  readonly owner?: string
  /** Nobody waits for it any more; what has begun goes on. */
  readonly signal?: AbortSignal | undefined
}

export interface ExamineOptions extends WorkOptions {
  /** Where a video's poster, a JPEG, may be written. */
  readonly posterPath?: string
  /** A post waits for it, as for every copy. */
  readonly isUrgent?: boolean
}

/**
 * Owners share the workshop fairly. Copies for networks go before files that people bring, and work that takes long never
 * holds the last place. Both kinds of work throw `NoTurn` when too much is waiting: a reason to wait, not a fault.
 */
export interface Workshop {
  /** The type by the first bytes alone (4,100 of them, or the whole file), to refuse early; null: none that we take. */
  sniff(head: Uint8Array): Promise<ImageType | VideoType | null>
  examine(path: string, options?: ExamineOptions): Promise<Examined>
  fit(path: string, facts: ImageFacts, rule: FitRule, outPath: string, options?: WorkOptions): Promise<Fitted>
  close(): Promise<void>
}

/** Bytes at random places of a file. */
export interface Source {
  readonly size: number
  /** Short at the end of the file. */
  read(start: number, length: number): Promise<Buffer>
}

/** What reading a container to its end has found. */
export interface Container {
  /** They take away metadata and whatever lies after the end; colour, animation, orientation and playback stay. */
  readonly edits: readonly Edit[]
}

/** The container is cut off or contradicts itself. The message says what is wrong, and where. */
export class Damaged extends Error {
  override readonly name = 'Damaged'
}
