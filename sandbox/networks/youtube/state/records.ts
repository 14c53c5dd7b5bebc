import type { receiver } from '../../../core/http/receive.ts'
import type { Grant as OAuthGrant } from '../../../core/oauth/tokens.ts'

/** The network's records: its people with their channels, what they granted to apps, and what they uploaded. */

export interface Person {
  readonly name: string
  readonly channelId: string
  /** The playlist of all uploads. */
  readonly uploadsId: string
  readonly createdAt: Date
  hasChannel: boolean
  hasPhone: boolean
  isSuspended: boolean
  /** False if the login may not upload to the channel. */
  mayUpload: boolean
  /** Set by the control API: the reasons why the next video fails processing, or is rejected. */
  failsNext: string | null
  rejectsNext: string | null
  readonly playlists: readonly Playlist[]
  /** Ordered by time. A deleted video stays in the list and is skipped. */
  readonly videos: Video[]
}

export type Grant = OAuthGrant<Person>

interface Playlist {
  readonly id: string
  readonly title: string
  readonly items: { readonly id: string; readonly video: Video }[]
}

/** The author's texts and settings for a video. */
export interface VideoSettings {
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly categoryId: string
  readonly privacy: 'public' | 'unlisted' | 'private'
  readonly publishAtMs: number | null
  readonly madeForKids: boolean
}

export interface File {
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly url: string
  readonly isVideo: boolean
  /** True for a square or vertical video of up to three minutes, which YouTube turns into a Short. */
  readonly isShort: boolean
  readonly durationMs: number | null
}

interface Caption {
  readonly language: string
  readonly name: string
  readonly sha256: string
}

export interface Video {
  readonly id: string
  /** The number of the video among those of its channel, from 1. Unlike the ID, it is the same in every run. */
  readonly number: number
  readonly person: Person
  readonly requested: VideoSettings
  readonly file: File
  readonly atMs: number
  status: 'uploaded' | 'processed' | 'failed' | 'rejected'
  processedAtMs: number
  /** Why it failed or was rejected. */
  reason: string | null
  thumbnail: File | null
  readonly captions: Caption[]
  deleted: boolean
}

/** An upload whose bytes arrive in order. */
export interface Session {
  readonly id: string
  readonly person: Person
  readonly requested: VideoSettings
  readonly size: number
  readonly expiresAtMs: number
  readonly into: ReturnType<typeof receiver>
  /** The video, once the last byte has arrived. */
  video: Video | null
}

/** A comment below a video, or a reply to one. */
export interface Comment {
  readonly id: string
  readonly video: Video
  readonly author: Person
  /** The top-level comment. Replies to replies do not exist. */
  readonly parent: Comment | null
  readonly atMs: number
  text: string
  editedAtMs: number
  /** A rejected comment is in no list. */
  status: 'published' | 'heldForReview' | 'likelySpam' | 'rejected'
  deleted: boolean
}
