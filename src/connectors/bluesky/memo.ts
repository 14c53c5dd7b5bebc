import type { Json } from '#connectors/connector.ts'

/** What is known of a publication between its steps. Saved by the engine after each. */
export type Memo = {
  /** Which piece is being worked on; from 0. */
  readonly at?: number
  /** The records that are out, in order: replies must name them by place and content. */
  readonly posts?: readonly Ref[]
  /** Of the piece that is worked on: */
  readonly dids?: Readonly<Record<string, string>>
  readonly card?: Card | null
  readonly thumb?: Blob | null
  readonly images?: readonly Picture[]
  readonly video?: Video
  /** As it will be sent, on every try: a record that differs by one byte would be another one. */
  readonly record?: PostRecord
}

export type Ref = { readonly uri: string; readonly cid: string }

/** A file at the person's server, as that named it: it is put into the record unchanged. */
export type Blob = {
  readonly $type: 'blob'
  readonly ref: { readonly $link: string }
  readonly mimeType: string
  readonly size: number
}

export type Picture = { readonly blob: Blob; readonly width: number; readonly height: number }

export type Card = {
  readonly uri: string
  readonly title: string
  readonly description: string
  /** Where the page says that its picture is. */
  readonly picture: string | null
}

export type Video = { readonly tries: number; readonly jobId?: string; readonly blob?: Blob }

export type PostRecord = { readonly $type: 'app.bsky.feed.post'; readonly text: string; readonly createdAt: string } & {
  readonly [field: string]: Json
}
