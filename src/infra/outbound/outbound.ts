import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { isPrivateAddress, isPublicAddress } from './address.ts'
import { type Call, exchange, type Headers, maxConnectMs } from './exchange.ts'
import { AddressNotAllowed, OutboundFailure } from './failure.ts'
import { createResolver, type Resolve } from './names/resolver.ts'

export interface OutboundOptions {
  /** Origins that the operator configured. They are allowed regardless of address. Never add an origin supplied by a user. */
  readonly operatorOrigins: readonly string[]
  /** Allows private and loopback addresses, but never link-local, metadata or reserved ones. */
  readonly allowPrivate?: boolean
  readonly userAgent: string
  /** Resolves host names (default: hosts file and DNS). */
  readonly resolve?: Resolve
}

export interface OutboundRequest {
  readonly url: string
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Headers
  readonly body?: string | Uint8Array | Readable
  /** The time limit of the whole call, from now to the last byte of the response. */
  readonly timeoutMs: number
  /** The connect timeout, including name lookup and TLS; at most 10 s. */
  readonly connectTimeoutMs?: number
  /** The maximum size of the response body on the wire, in bytes. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
  /** Uses a new connection, so that a stale one cannot fail during the request. */
  readonly fresh?: boolean
  /** Runs right before the first byte. If it throws, the request stops with `sent: 'no'`. */
  readonly beforeFirstByte?: () => void
  /** True if a user chose the host. No exemption applies in that case, not even for an operator's origin. */
  readonly userNamed?: boolean
}

export interface Answer<Body = Buffer> {
  readonly status: number
  /** Header names are in lower case. */
  readonly headers: Headers
  readonly body: Body
}

export interface Outbound {
  /**
   * Returns a response with any status, including 3xx to 5xx. Throws `OutboundFailure`, which records whether the
   * request was sent.
   */
  request(request: OutboundRequest): Promise<Answer>
  /** Like `request`, for large responses: the body is a stream, which fails with an `OutboundFailure`. */
  stream(request: OutboundRequest): Promise<Answer<Readable>>
  /** Throws `AddressNotAllowed` for a URL that would be refused now. Each connection is checked again. */
  requireAllowed(url: string, options?: { readonly userNamed?: boolean }): Promise<void>
  close(): Promise<void>
}

/**
 * Creates the only outbound HTTP client. It calls public addresses, and in addition exactly those origins that the
 * operator configured. It does not follow redirects, decompress bodies, use proxies from the environment, or retry
 * anything.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const exempt = new Set(options.operatorOrigins.map(originOf))
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (options.allowPrivate === true && isPrivateAddress(address))
  let roads: ReturnType<typeof openRoads> | null = null
  const roadTo = async (url: URL, userNamed = false) => {
    roads ??= openRoads(options.resolve, isAllowed)
    const { guarded, unguarded } = await roads
    return exempt.has(url.origin) && !userNamed ? unguarded : guarded
  }

  async function prepare(request: OutboundRequest) {
    const url = readUrl(request.url)
    const call = callOf(request, url, options.userAgent)
    const road = await roadTo(url, request.userNamed)
    if (request.fresh !== true) return { call, dispatcher: road.kept, release: () => {} }
    const { dispatcher, release, reset } = road.once(url)
    return { call: { ...call, reset }, dispatcher, release }
  }

  return {
    async request(request) {
      const { call, dispatcher, release } = await prepare(request)
      return collect(dispatcher, call).finally(release)
    },
    async stream(request) {
      const { call, dispatcher, release } = await prepare(request)
      return openStream(dispatcher, call, release)
    },
    async requireAllowed(text, { userNamed = false } = {}) {
      const url = readUrl(text)
      const road = await roadTo(url, userNamed)
      await road.demand(url.hostname.replace(/^\[|\]$/g, ''))
    },
    async close() {
      for (const { kept } of Object.values((await roads) ?? {})) await kept.destroy()
    },
  }
}

/** Loads the HTTP client lazily: it is a tenth of the code that startup would load. */
async function openRoads(resolve: Resolve | undefined, isAllowed: (address: string) => boolean) {
  const { createRoad } = await import('./road.ts')
  return {
    guarded: createRoad(resolve ?? createResolver(), isAllowed),
    // Guarded and unguarded requests use separate connection pools.
    unguarded: createRoad(resolve ?? createResolver({ mayAskSystem: true }), () => true),
  }
}

function collect(dispatcher: Dispatcher, call: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let head: { status: number; headers: Headers } = { status: 0, headers: {} }
    exchange(dispatcher, call, {
      head: (status, headers) => {
        head = { status, headers }
      },
      chunk: (bytes) => chunks.push(bytes) > 0,
      end: () => resolve({ ...head, body: Buffer.concat(chunks) }),
      fail: reject,
    })
  })
}

function openStream(dispatcher: Dispatcher, call: Call, release: () => void): Promise<Answer<Readable>> {
  return new Promise((resolve, reject) => {
    const body = new Readable({
      read: () => running.resume(),
      destroy: (error, done) => {
        running.stop()
        done(error)
      },
    })
    // A failure may come before the caller has the body. The error waits there to be read, and must not end the
    // process.
    body.on('error', () => {})
    let isOpen = false
    const running = exchange(dispatcher, call, {
      head: (status, headers) => {
        isOpen = true
        resolve({ status, headers, body })
      },
      chunk: (bytes) => body.push(bytes),
      end: () => {
        body.push(null)
        release()
      },
      fail: (failure) => {
        if (isOpen) body.destroy(failure)
        else reject(failure)
        release()
      },
    })
  })
}

/** Parses the URL once, so that the URL that is checked is the URL that is called. */
function readUrl(text: string): URL {
  const url = /[\p{Cc}\s\\]/u.test(text) ? null : URL.parse(text)
  if (!url) throw new AddressNotAllowed('The address', 'it must be an absolute URL such as https://example.com/path')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new AddressNotAllowed('The address', 'it must begin with https:// or http://')
  }
  if (url.username !== '' || url.password !== '') {
    throw new AddressNotAllowed(url.origin, 'it must not hold a user name or password')
  }
  return url
}

function originOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error('An operator origin must be a URL that begins with https:// or http://.')
  }
  return url.origin
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/
/** Headers that control message framing or routing. Callers cannot set them. */
const ownHeaders =
  /^(?:host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|http2-settings|proxy-.*)$/

function callOf(request: OutboundRequest, url: URL, userAgent: string): Call {
  const headers: Record<string, string> = { 'user-agent': userAgent, 'accept-encoding': 'identity' }
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const lower = name.toLowerCase()
    if (!token.test(name) || ownHeaders.test(lower) || !headerValue.test(value)) {
      throw invalid(url, `the header ${JSON.stringify(name.slice(0, 60))} is forbidden or malformed`)
    }
    headers[lower] = value
  }
  const body = request.body ?? null
  if (body instanceof Readable && !body.readable) throw invalid(url, 'the body was read before')
  return {
    url,
    method: request.method ?? 'GET',
    headers,
    body,
    timeoutMs: request.timeoutMs,
    connectTimeoutMs: Math.min(request.connectTimeoutMs ?? maxConnectMs, maxConnectMs),
    maxBytes: request.maxBytes,
    signal: request.signal,
    beforeFirstByte: request.beforeFirstByte,
    reset: undefined,
  }
}

const invalid = (url: URL, detail: string) => new OutboundFailure('invalid_request', url.origin, { sent: 'no', detail })
