/** The network's records: people, the pages that they run, and the content of the pages. */

/** The reason why a person's tokens are dead, as the subcode of the resulting error. */
export type Death = 458 | 460 | 467

export interface Person {
  readonly name: string
  /** The person's ID for this app: another app would see another ID. */
  readonly id: string
  /** The ID of the person's business portfolio. */
  readonly portfolio: string
  readonly pages: readonly Page[]
  /** The permissions of the app. Null if the person has granted none, or has removed the app. */
  consent: Consent | null
  /** The reason why all of the person's tokens are dead, except those in `fresh`. */
  dead: Death | null
  /** The serial numbers of the tokens that were issued since `dead` was set. */
  readonly fresh: Set<string>
  /** True while the person must log in on the web and follow the instructions there. */
  checkpoint: boolean
}

export interface Consent {
  readonly granted: ReadonlySet<string>
  readonly declined: ReadonlySet<string>
  readonly pages: ReadonlySet<Page>
}

export type Standing = 'active' | 'blocked' | 'flagged' | 'too_fast' | 'security_check' | 'unauthorized' | 'limited'

export interface Page {
  readonly name: string
  readonly id: string
  readonly displayName: string
  readonly username: string | null
  readonly category: string
  readonly owner: Person
  /** The owner's tasks there. Empty if they have lost their role. */
  tasks: readonly string[]
  standing: Standing
  readonly usualTasks: readonly string[]
  /** The posts in order of creation. A deleted post stays in the list and is skipped. */
  readonly posts: Post[]
  readonly videos: Video[]
  /** The times at which the reels of the last day were finished. */
  reelsMs: number[]
  subscribed: readonly string[]
  /** The people whose comments are no longer returned. */
  readonly banned: Set<Person>
  failsNextVideo: boolean
}

export interface Token {
  readonly text: string
  readonly kind: 'user' | 'page'
  readonly person: Person
  readonly page: Page | null
  /** The serial number of the consent behind the token: a page's token is revoked along with its user's token. */
  readonly serial: string
  readonly issuedAtMs: number
  /** Null if the token does not expire. */
  readonly expiresAtMs: number | null
  readonly long: boolean
}

export interface Photo {
  readonly id: string
  readonly page: Page
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly url: string
  readonly width: number | null
  readonly height: number | null
  readonly alt: string
  readonly caption: string
  readonly createdAtMs: number
  /** True for a photo that is kept longer, for a future post. */
  readonly temporary: boolean
  /** The post that shows the photo, or will show it. */
  post: Post | null
}

export interface Video {
  readonly id: string
  readonly page: Page
  readonly kind: 'video' | 'reel' | 'story'
  readonly sessionId: string
  /** The announced size. Null before an announcement. */
  fileSize: number | null
  received: number
  file: VideoFile | null
  readonly createdAtMs: number
  /** The post that the video becomes after processing: set by the last call of its upload. */
  finished: Finished | null
  readyAtMs: number | null
  fails: string | null
  post: Post | null
}

export interface VideoFile {
  readonly mime: string
  readonly sha256: string | null
  readonly url: string | null
  readonly width: number | null
  readonly height: number | null
  readonly durationMs: number | null
  readonly frameRate: number | null
}

export interface Finished {
  readonly title: string
  readonly description: string
  readonly state: 'published' | 'draft' | 'scheduled'
  readonly atMs: number
  readonly scheduledMs: number | null
}

export interface Post {
  readonly id: string
  readonly number: number
  readonly page: Page
  readonly kind: 'status' | 'link' | 'photo' | 'album' | 'video' | 'reel' | 'story'
  message: string
  readonly link: string | null
  /** The links of a post with several cards. */
  readonly cards?: readonly string[]
  readonly photos: readonly Photo[]
  readonly video: Video | null
  readonly createdAtMs: number
  scheduledMs: number | null
  /** Null until the post is visible. */
  publishedAtMs: number | null
  editedAtMs: number | null
  readonly comments: Comment[]
  deleted: boolean
}

export interface Comment {
  readonly id: string
  readonly post: Post
  /** Null if the page itself wrote it. */
  readonly author: Person | null
  readonly replyTo: Comment | null
  message: string
  readonly photo: Photo | null
  readonly createdAtMs: number
  /** True for a comment that only its author and their friends see. */
  isHidden: boolean
  /** True if the page likes it. */
  isLiked: boolean
  deleted: boolean
}
