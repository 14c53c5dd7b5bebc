import type { IncomingHttpHeaders } from 'node:http'

/** A file as it came in: hashed whole, but of a large one only the head is kept. */
export interface Received {
  readonly size: number
  readonly sha256: Buffer
  /** The first bytes, up to `keptBytes` of `media.ts`; all of them when `whole`. */
  readonly bytes: Buffer
  readonly whole: boolean
}

export interface ReceivedFile extends Received {
  readonly field: string
  readonly filename: string
  /** What the client says that it is. */
  readonly mime: string
}

export type BodyKind = 'json' | 'form' | 'multipart' | 'bytes'

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** In the order in which they came, names as sent (`media_ids[]`). */
  | { readonly kind: 'form'; readonly fields: readonly Field[] }
  | { readonly kind: 'multipart'; readonly fields: readonly Field[]; readonly files: readonly ReceivedFile[] }
  | { readonly kind: 'bytes'; readonly file: Received; readonly mime: string }

export type Field = readonly [name: string, value: string]

/** A call of a network, its body read. */
export interface Incoming {
  readonly call: string
  readonly method: string
  readonly path: string
  /** What stood for `:name` in the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The same as it was sent, for those who must know what was encoded; without the question mark. */
  readonly search: string
  readonly headers: IncomingHttpHeaders
  /** What stands behind `Authorization: Bearer`. */
  readonly bearer: string | null
  readonly body: Body
  readonly remoteAddress: string
  /** Set by a fault: what the call starts shall take so much longer. */
  readonly slowProcessingMs: number
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object leaves as JSON, text as HTML unless `headers` say otherwise, nothing as an empty body. */
  readonly body?: object | string | Buffer
}

/** Thrown by a network to say no with an answer of its own, from however deep. */
export class Refused extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}
