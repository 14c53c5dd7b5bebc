/** An account's credentials. The token is sent only to this server. */
export type Grant = {
  readonly apiUrl: string
  readonly accessToken: string
  readonly software: string | null
  /** The application that the token was created for; posts show its name. */
  readonly app: string | null
  /** Our app at the server, which can revoke the token. Omitted if the user created the token themselves. */
  readonly client?: { readonly clientId: string; readonly clientSecret: string }
}

/** The state of a publication. `posts` contains the published parts, followed by the first comment. */
export type Memo = {
  readonly media?: readonly SentMedia[]
  readonly posts?: readonly string[]
  /** The visibility of what a reply of the inbox answers. */
  readonly answered?: string
  /** The visibility of the first part. If the user chose none, the account's preferences decide. */
  readonly visibility?: string
}

export type SentMedia = {
  readonly part: number
  readonly index: number
  readonly id: string
  /** False while the server is still converting it. */
  readonly ready: boolean
}

export const mediaOf = (memo: Memo): readonly SentMedia[] => memo.media ?? []
export const postsOf = (memo: Memo): readonly string[] => memo.posts ?? []
