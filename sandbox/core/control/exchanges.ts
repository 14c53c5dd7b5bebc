import type { IncomingHttpHeaders } from 'node:http'
import type { Answer, Body, Incoming } from '../http/request.ts'

/** The request and response of a call, for people to read. Files are described, not kept. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: IncomingHttpHeaders
  readonly body: Body
  answer: Answer | null
}

/** The newest exchanges, by the number of their call. They are only in memory, and older ones are discarded. */
export interface Exchanges {
  begin(seq: number, incoming: Incoming): void
  end(seq: number, answer: Answer): void
  find(seq: number): Exchange | null
}

const maxKept = 400

export function createExchanges(): Exchanges {
  const stored = new Map<number, Exchange>()
  return {
    begin(seq, { method, path, search, headers, body }) {
      stored.set(seq, { method, path, query: search, headers, body: withoutBytes(body), answer: null })
      for (const oldest of stored.keys()) {
        if (stored.size <= maxKept) break
        stored.delete(oldest)
      }
    },
    end(seq, answer) {
      const exchange = stored.get(seq)
      if (exchange) exchange.answer = withoutFile(answer)
    },
    find: (seq) => stored.get(seq) ?? null,
  }
}

const nothing = Buffer.alloc(0)

function withoutBytes(body: Body): Body {
  if (body.kind === 'bytes') return { ...body, file: { ...body.file, bytes: nothing } }
  if (body.kind !== 'multipart') return body
  return { ...body, files: body.files.map((file) => ({ ...file, bytes: nothing })) }
}

function withoutFile(answer: Answer): Answer {
  const { body } = answer
  return Buffer.isBuffer(body) ? { ...answer, body: `(${body.length} bytes)` } : answer
}
