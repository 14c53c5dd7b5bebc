import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance } from 'fastify'
import type { Response as Answer, InjectOptions } from 'light-my-request'
import type { Caller } from '#kernel/caller.ts'

/**
 * The API from inside the process: requests without a connection, for code that serves users another way, such as a
 * chat. They pass the same edge as requests from the network: access rules, validation, limits and audit apply.
 */
export interface Inside {
  /**
   * Returns a `fetch` that sends requests as the caller. Authenticate the caller first: the edge does not require
   * another credential. All of its requests have the caller's request ID.
   */
  fetchAs(caller: Caller): typeof fetch
  /** Sets the server that responds. It is opened at the first request. */
  answerBy(open: () => Promise<FastifyInstance>): void
}

type Dispatch = (options: InjectOptions, caller: Caller) => Promise<Answer>

export function createInside(): Inside {
  let open: (() => Promise<FastifyInstance>) | null = null
  let opened: Promise<Dispatch> | null = null
  const dispatcher = (): Promise<Dispatch> => {
    if (!open) throw new Error('No server is set for internal requests. Set one with answerBy.')
    opened ??= dispatchTo(open)
    return opened
  }
  return {
    answerBy(opener) {
      open = opener
      opened = null
    },
    fetchAs: (caller) => async (input, init) => {
      const request = new Request(input, init?.body ? { ...init, duplex: 'half' } : init)
      request.signal.throwIfAborted()
      const dispatch = await dispatcher()
      return asResponse(await dispatch(optionsOf(request, caller), caller))
    },
  }
}

/** The package is imported on demand: its validator is slow to load, and most processes make no such request. */
async function dispatchTo(open: () => Promise<FastifyInstance>): Promise<Dispatch> {
  const [{ inject }, app] = await Promise.all([import('light-my-request'), open()])
  return (options, caller) =>
    inject((raw: IncomingMessage, response: ServerResponse) => {
      handCaller(raw, caller)
      // No client is still sending, and no connection needs to stay readable.
      raw.complete = true
      app.routing(raw, response)
    }, options)
}

function optionsOf(request: Request, caller: Caller): InjectOptions {
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  return {
    method: request.method as 'GET',
    url: pathname + search,
    headers: { ...headers, 'x-request-id': caller.requestId, 'user-agent': headers['user-agent'] ?? 'Posthorn' },
    signal: request.signal,
    ...(request.body ? { payload: Readable.fromWeb(request.body as ReadableStream) } : {}),
  }
}

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

function asResponse({ statusCode, headers, rawPayload }: Answer): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  )
  const body = withoutBody.has(statusCode) ? null : new Uint8Array(rawPayload)
  return new Response(body, { status: statusCode, headers: pairs })
}

/**
 * The callers of requests that this process makes itself. The key is the request object, which only `createInside` makes:
 * nothing that a client sends can identify a different caller.
 */
const callers = new WeakMap<IncomingMessage, Caller>()

const handCaller = (raw: IncomingMessage, caller: Caller): void => void callers.set(raw, caller)

/** Returns the caller that came with the request object; null for every request from the network. */
export const handedCaller = (raw: IncomingMessage): Caller | null => callers.get(raw) ?? null
