/** What the network knows: of people, of the pages that they run, and of what stands on them. */

/** What becomes of the tokens of a person, as the subcode of the error that they then give. */
export type Death = 458 | 460 | 467

export interface Person {
  readonly name: string
  /** As this app knows them: another app would see another id. */
  readonly id: string
  readonly pages: readonly Page[]
  /** What they let the app do; null when they have not, or not any more. */
  consent: Consent | null
  /** All tokens but those of `fresh` are dead, and of this. */
  dead: Death | null
  /** The serial numbers of what was issued since. */
  readonly fresh: Set<string>
  /** They have to log in on the web and do as they are told. */
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
  /** What the owner may do there; empty when they have no role any more. */
  tasks: readonly string[]
  standing: Standing
  readonly usualTasks: readonly string[]
  /** In the order of their birth; what is deleted stays and is passed over. */
  readonly posts: Post[]
  readonly videos: Video[]
  /** When the reels of the last day were finished. */
  reelsMs: number[]
  subscribed: readonly string[]
  failsNextVideo: boolean
}

export interface Token {
  readonly text: string
  readonly kind: 'user' | 'page'
  readonly person: Person
  readonly page: Page | null
  /** Of the consent that it comes from: a page's token dies with its person's. */
  readonly serial: string
  readonly issuedAtMs: number
  /** Null: it does not end with time. */
  readonly expiresAtMs: number | null
  readonly long: boolean
}

export interface Code {
  readonly person: Person
  readonly redirectUri: string
  readonly expiresAtMs: number
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
  /** Kept longer, for a post that is to come. */
  readonly temporary: boolean
  /** The post that shows it or is going to. */
  post: Post | null
}

export interface Video {
  readonly id: string
  readonly page: Page
  readonly kind: 'video' | 'reel' | 'story'
  readonly sessionId: string
  /** What was announced; null: nothing was yet. */
  fileSize: number | null
  received: number
  file: VideoFile | null
  readonly createdAtMs: number
  /** What it shall become when it is done: set by the last call of its upload. */
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
  readonly photos: readonly Photo[]
  readonly video: Video | null
  readonly createdAtMs: number
  scheduledMs: number | null
  /** Null: nobody sees it yet. */
  publishedAtMs: number | null
  editedAtMs: number | null
  readonly comments: Comment[]
  deleted: boolean
}

export interface Comment {
  readonly id: string
  readonly post: Post
  readonly message: string
  readonly photo: Photo | null
  readonly createdAtMs: number
  deleted: boolean
}
