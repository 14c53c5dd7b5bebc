import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import {
  type Answer,
  type Call,
  CallFailed,
  type Connector,
  type JsonObject,
  type Next,
  type Outgoing,
  type Step,
} from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'

/** A network that is not listed: the engine works with any. */
export const tiny = 'tiny' as Network

/**
 * An entry of the smallest possible network, a real HTTP server with a connector. An engine must be proved not against
 * a wire format, but against what a network knows of a repeat, what it returns when read, and how its responses get
 * lost.
 */
interface Entry {
  readonly id: string
  readonly account: string
  readonly text: string
  readonly key: string
  readonly replyTo: string | null
  readonly at: number
}

/** A fault of one call, before or after it took effect. */
type Fault =
  | {
      readonly is: 'status'
      readonly status: number
      readonly headers?: Record<string, string>
      readonly after?: true
      /** The text of the response. */
      readonly says?: string
    }
  | { readonly is: 'cut'; readonly after?: true }
  | { readonly is: 'garbage' }
  /** Responds when the promise is settled, with that status if it has one, so that a response is pending until then. */
  | { readonly is: 'wait'; readonly for: Promise<unknown>; readonly before?: true; readonly then?: number }

interface TinyNetwork extends AsyncDisposable {
  readonly url: string
  readonly ledger: readonly Entry[]
  readonly calls: readonly string[]
  /** The number of calls that the caller aborted. */
  brokenOff: number
  /** Queues faults for the next calls of that name. */
  fail(call: 'post' | 'list' | 'upload', ...faults: readonly (Fault | null)[]): void
  /** The delay before a new post can be read. */
  lagMs: number
  /** False if the network does not recognize a repeated key. */
  knowsKeys: boolean
  now: () => number
}

export async function startTinyNetwork(): Promise<TinyNetwork> {
  const ledger: Entry[] = []
  const calls: string[] = []
  const faults = new Map<string, (Fault | null)[]>()
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://tiny')
    const name = url.pathname.slice(1)
    calls.push(name)
    response.on('close', () => {
      if (!response.writableFinished) network.brokenOff += 1
    })
    const fault = faults.get(name)?.shift() ?? null
    if (fault?.is === 'wait' && fault.before) await fault.for
    if (fault?.is === 'wait' && fault.then) return answer(response, fault.then, { error: 'as configured' })
    if (fault?.is === 'cut' && !fault.after) return void request.socket.destroy()
    const message = (fault?.is === 'status' && fault.says) || 'as configured'
    if (fault?.is === 'status' && !fault.after) return answer(response, fault.status, { error: message }, fault.headers)
    const body = work(name, url, chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as JsonObject) : {})
    if (fault?.is === 'wait' && !fault.before) await fault.for
    if (fault?.is === 'cut') return void request.socket.destroy()
    if (fault?.is === 'status') return answer(response, fault.status, { error: message }, fault.headers)
    if (fault?.is === 'garbage') return void response.end('{"id": "tru')
    answer(response, 200, body)
  }

  function work(name: string, url: URL, body: JsonObject): unknown {
    const account = String(body.account ?? url.searchParams.get('account'))
    if (name === 'upload') return { handle: `h${calls.length}` }
    if (name === 'list') {
      return { posts: ledger.filter((entry) => entry.account === account && entry.at <= network.now() - network.lagMs) }
    }
    const known = network.knowsKeys ? ledger.find((entry) => entry.key === body.key) : undefined
    if (known) return known
    const entry: Entry = {
      id: `p${ledger.length + 1}`,
      account,
      text: String(body.text),
      key: String(body.key),
      replyTo: typeof body.replyTo === 'string' ? body.replyTo : null,
      at: network.now(),
    }
    ledger.push(entry)
    return entry
  }

  const network: TinyNetwork = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    calls,
    brokenOff: 0,
    fail: (call, ...more) => void faults.set(call, [...(faults.get(call) ?? []), ...more]),
    lagMs: 0,
    knowsKeys: true,
    now: () => 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return network
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export interface TinyOptions {
  readonly url: string
  readonly network?: Network
  /** Overrides for the posting step. */
  readonly post?: Partial<
    Pick<Step<JsonObject, JsonObject>, 'repeat' | 'settleMs' | 'deadlineMs' | 'shows' | 'optional'>
  >
  readonly canFind?: boolean
  /** Adds an invisible step before posting. */
  readonly uploads?: boolean
  /** Returns the wait before the first post. 0 to continue. */
  readonly polls?: () => number
  readonly leastGapMs?: number
  readonly quotas?: Limits['quotas']
  readonly judge?: Connector['judge']
  readonly steps?: Record<string, Step<JsonObject, JsonObject>>
  readonly dies?: () => Date
  /** The name of the step after the last part. */
  readonly afterPost?: string
  /** The name of the first step. */
  readonly first?: string
}

/** Creates a connector with the steps [upload] → [poll] → post, once for each part. */
export function tinyConnector(options: TinyOptions): Connector {
  const { url, post = {}, canFind = true } = options
  const afterUpload = options.polls ? 'poll' : 'post'
  const send = async (call: Call<JsonObject>, name: string, method: 'GET' | 'POST', body?: JsonObject, query = '') =>
    readJson(
      await call.http.send({
        name,
        method,
        url: `${url}/${name}${query}`,
        headers: { 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )
  const idsOf = (memo: JsonObject): string[] => (Array.isArray(memo.ids) ? memo.ids.map(String) : [])
  const shownNext = (posted: Outgoing, memo: JsonObject, id: string): Next<JsonObject> => {
    const ids = [...idsOf(memo), id]
    const then = ids.length < posted.parts.length ? 'post' : options.afterPost
    const shown = { part: ids.length - 1, remoteId: id, url: `${url}/${id}` }
    return { memo: { ...memo, ids }, shown, ...(then === undefined ? { end: true } : { then }) }
  }
  const steps: Record<string, Step<JsonObject, JsonObject>> = {
    upload: {
      repeat: 'safe',
      async run(call, _post, memo) {
        // An upload that already has a handle is not repeated, as in any connector.
        if (typeof memo.handle === 'string') return { memo, then: afterUpload }
        const { handle } = await send(call, 'upload', 'POST', {})
        const uploaded = { ...memo, handle: String(handle) }
        return { memo: uploaded, then: afterUpload, ...(options.dies ? { diesAt: options.dies() } : {}) }
      },
    },
    poll: {
      repeat: 'safe',
      async run(call, _post, memo) {
        await send(call, 'list', 'GET', undefined, '?account=nobody')
        const afterMs = options.polls?.() ?? 0
        return afterMs > 0 ? { memo, then: 'poll', afterMs } : { memo, then: 'post' }
      },
    },
    post: {
      repeat: 'once',
      ...post,
      async run(call, posted, memo) {
        const part = idsOf(memo).length
        const { id } = await send(call, 'post', 'POST', {
          account: posted.account.remoteId,
          text: posted.parts[part]?.text ?? '',
          key: call.key(part),
          replyTo: idsOf(memo).at(-1) ?? null,
        })
        return shownNext(posted, memo, String(id))
      },
      ...(canFind
        ? {
            async find(call, posted, memo, doubt) {
              const { posts } = await send(call, 'list', 'GET', undefined, `?account=${posted.account.remoteId}`)
              const text = posted.parts[idsOf(memo).length]?.text
              for (const entry of posts as unknown as Entry[]) {
                if (entry.text === text && (await doubt.ours(entry.id))) return shownNext(posted, memo, entry.id)
              }
              return 'absent'
            },
          }
        : {}),
    },
    ...options.steps,
  }
  return {
    network: options.network ?? tiny,
    limits: {
      name: 'Tiny',
      leastGapMs: options.leastGapMs ?? 0,
      quotas: options.quotas ?? [],
    } as Partial<Limits> as Limits,
    operator: { addresses: {} },
    settings: z.object({}),
    auth: { kind: 'direct', whoami: () => Promise.reject(new Error('not expected')) },
    steps,
    plan: (outgoing) => ({
      first: options.first ?? (options.uploads ? 'upload' : options.polls ? 'poll' : 'post'),
      parts: outgoing.parts.map(({ text }) => ({ text, links: [], mentions: [], tags: [] })),
      calls: [],
    }),
    judge: options.judge ?? (() => null),
  }
}

function readJson({ status, headers, body }: Answer): JsonObject {
  try {
    return JSON.parse(body.toString()) as JsonObject
  } catch {
    throw new CallFailed({ sent: 'answered', status, headers, body: body.toString(), code: null })
  }
}
