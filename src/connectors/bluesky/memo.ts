import type { Json } from '#connectors/connector.ts'

/** The state of a publication between steps. The engine saves it after each step. */
export type Memo = {
  /** The index of the current piece, starting at 0. */
  readonly at?: number
  /** The item that a reply of the inbox answers, and the beginning of its thread. */
  readonly answered?: { readonly root: Ref; readonly parent: Ref }
  /** The published records, in order: replies must name them by URI and CID. */
  readonly posts?: readonly Ref[]
  /** The fields from here on belong to the current piece. */
  readonly dids?: Readonly<Record<string, string>>
  readonly card?: Card | null
  readonly quote?: Ref
  readonly thumb?: Blob | null
  readonly images?: readonly Picture[]
  readonly video?: Video
  /** The record as sent on every attempt: a record that differs by one byte would be a different record. */
  readonly record?: PostRecord
}

export type Ref = { readonly uri: string; readonly cid: string }

/** A file on the account's server, in the form that the server returned. The record contains it unchanged. */
export type Blob = {
  readonly $type: 'blob'
  readonly ref: { readonly $link: string }
  readonly mimeType: string
  readonly size: number
}

type Picture = { readonly blob: Blob; readonly width: number; readonly height: number }

export type Card = {
  readonly uri: string
  readonly title: string
  readonly description: string
  /** The URL of the page's image. */
  readonly picture: string | null
}

export type Video = { readonly tries: number; readonly jobId?: string; readonly blob?: Blob }

export type PostRecord = { readonly $type: 'app.bsky.feed.post'; readonly text: string; readonly createdAt: string } & {
  readonly [field: string]: Json
}
