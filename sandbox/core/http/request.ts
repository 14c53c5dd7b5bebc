import type { IncomingHttpHeaders } from 'node:http'

/** A received file. It is hashed completely, but only the beginning of a large one is kept. */
export interface Received {
  readonly size: number
  readonly sha256: Buffer
  /** The first bytes, up to `keptBytes` of `media.ts`; all of them when `whole`. */
  readonly bytes: Buffer
  readonly isComplete: boolean
}

export interface ReceivedFile extends Received {
  readonly field: string
  readonly filename: string
  /** The media type that the client declares. */
  readonly mime: string
}

export type BodyKind = 'json' | 'form' | 'multipart' | 'bytes'

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** The fields in the order received, with names as sent (`media_ids[]`). */
  | { readonly kind: 'form'; readonly fields: readonly Field[] }
  | { readonly kind: 'multipart'; readonly fields: readonly Field[]; readonly files: readonly ReceivedFile[] }
  | { readonly kind: 'bytes'; readonly file: Received; readonly mime: string }

export type Field = readonly [name: string, value: string]

/** A call to a network, with its body read. */
export interface Incoming {
  readonly call: string
  readonly method: string
  readonly path: string
  /** The decoded values of the path's `:name` parts. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The raw query without the question mark, for networks that must know which characters were encoded. */
  readonly search: string
  readonly headers: IncomingHttpHeaders
  /** The token after `Authorization: Bearer`. */
  readonly bearer: string | null
  readonly body: Body
  readonly remoteAddress: string
  /** Set by a fault: the extra duration of work that this call starts. */
  readonly slowProcessingMs: number
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON, a string as HTML unless `headers` say otherwise, and undefined as an empty body. */
  readonly body?: object | string | Buffer
}

/** Builds a response with status 200. */
export const ok = (body: NonNullable<Answer['body']>): Answer => ({ status: 200, body })

/** Thrown by a network, at any depth, to reject a call with its own response. */
export class Refused extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}
