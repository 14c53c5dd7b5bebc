/** What is kept of an account's sign-in. The token goes to this server and to no other. */
export type Grant = {
  readonly apiUrl: string
  readonly accessToken: string
  readonly software: string | null
  /** The application that the token was made for; posts carry its name. */
  readonly app: string | null
}

/** How far a publication is. A part that is out is in `posts`, and after it the first comment. */
export type Memo = {
  readonly media?: readonly SentMedia[]
  readonly posts?: readonly string[]
  /** What the first part became, which is for the account's own preferences to say where nobody chose. */
  readonly visibility?: string
}

export type SentMedia = {
  readonly part: number
  readonly index: number
  readonly id: string
  /** False: the server is still converting it. */
  readonly ready: boolean
}

export const mediaOf = (memo: Memo): readonly SentMedia[] => memo.media ?? []
export const postsOf = (memo: Memo): readonly string[] => memo.posts ?? []
