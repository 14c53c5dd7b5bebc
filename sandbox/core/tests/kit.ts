import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandbox, type SandboxOptions } from '../../index.ts'
import type { MakeNetwork } from '../network.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** The body as text, because JSON.parse loses the last digits of a long number. */
  readonly text: string
  /** Typed like the result of JSON.parse, so that tests may read any field. */
  readonly body: ReturnType<typeof JSON.parse>
}

export type Form = Readonly<Record<string, string>>

export interface Call {
  readonly token?: string
  /** The complete `Authorization` header, instead of a token. */
  readonly basic?: string
  readonly form?: Form | URLSearchParams
  readonly json?: unknown
  readonly upload?: FormData
  readonly bytes?: Uint8Array
  /** An empty value removes a header. */
  readonly headers?: Form
}

/** Sends a request over real HTTP, without following redirects. */
export async function ask(
  url: string,
  { method, headers, body }: { method: string; headers: Headers; body: RequestInit['body'] | undefined },
): Promise<Reply> {
  const request = { method, headers, signal: AbortSignal.timeout(10_000), redirect: 'manual' as const }
  const answer = await fetch(url, body === undefined ? request : { ...request, body })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : text }
}

export type OnNetwork = Awaited<ReturnType<typeof startNetwork>>

/** Starts a sandbox with one network, on a clock that moves only when a test advances it. Calls use real HTTP. */
export async function startNetwork(
  network: string,
  make: MakeNetwork,
  { startMs = Date.UTC(2026, 10, 15, 9), ...options }: SandboxOptions & { readonly startMs?: number } = {},
) {
  const sandbox = await createSandbox({ networks: [make], now: () => startMs, ...options })
  const base = `${sandbox.url}/${network}`

  /** Calls a path of the network, a path of the control API, or a full URL. */
  function call(method: string, path: string, given: Call = {}): Promise<Reply> {
    const { token, form, json, upload, bytes } = given
    const headers = new Headers()
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (given.basic) headers.set('authorization', given.basic)
    if (json !== undefined) headers.set('content-type', 'application/json')
    for (const [name, value] of Object.entries(given.headers ?? {})) {
      if (value === '') headers.delete(name)
      else headers.set(name, value)
    }
    const raw = bytes && new Blob([new Uint8Array(bytes)])
    const body = json === undefined ? (raw ?? upload ?? (form && new URLSearchParams(form))) : JSON.stringify(json)
    const inside = path.startsWith('/control') ? sandbox.url : base
    return ask(path.startsWith('http') ? path : inside + path, { method, headers, body })
  }
  async function control(path: string, json: object): Promise<Reply['body']> {
    const { status, body } = await call('POST', `/control${path}`, { json: { network, ...json } })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  return {
    sandbox,
    base,
    call,
    settings: (settings: object) => control('/settings', { settings }),
    act: (account: string, act: string, more: object = {}) => control('/act', { account, act, ...more }),
    fault: (rule: object) => control('/faults', rule),
    later: (ms: number) => sandbox.clock.advance(ms),
    seen: (account: string) => sandbox.ledger.entries({ network, account }),
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

/** The parameters and URLs of a network's OAuth, as an app uses them. */
interface OAuthOf {
  readonly page: string
  readonly authorizeForm: Form
  readonly token: string
  readonly client?: Form
  readonly basic?: string
  /** Sent with a code, such as the verifier. */
  readonly withCode?: Form
}

/** Obtains codes and tokens as an app does. */
export function authorizing(
  { call }: Pick<OnNetwork, 'call'>,
  { page, authorizeForm: requested, token, client = {}, basic, withCode }: OAuthOf,
) {
  const known = new Map<string, string>()
  const { redirect_uri: redirectUri = '' } = requested
  const tokenCall = (form: Form, as = basic) =>
    call('POST', token, { form: { ...client, ...form }, ...(as === undefined ? {} : { basic: as }) })

  /** Submits the authorization page and returns the parameters of its redirect to the app. */
  async function authorize(more: Form = {}) {
    const usual = { response_type: 'code', state: 's&1', login: 'alice', approve: '1' }
    const { status, headers, body } = await call(
      'GET',
      `${page}?${new URLSearchParams({ ...usual, ...requested, ...more })}`,
    )
    const location = headers.get('location')
    return { status, body, location, back: location === null ? null : new URL(location).searchParams }
  }
  const codeOf = async (more: Form = {}): Promise<string> => (await authorize(more)).back?.get('code') ?? ''
  const exchange = (code: string, more: Form = {}, as = basic) =>
    tokenCall({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...withCode, ...more }, as)
  const refresh = (refreshToken: string, more: Form = {}) =>
    tokenCall({ grant_type: 'refresh_token', refresh_token: refreshToken, ...more })

  /** Returns the token response for a person who has just authorized the app. */
  async function grant(login = 'alice', scope = requested.scope ?? ''): Promise<Reply['body']> {
    const { body } = await exchange(await codeOf({ login, scope }))
    if (!body.access_token) throw new Error(JSON.stringify(body))
    return body
  }
  /** Returns the tokens of a person who has just authorized the app. */
  async function connect(login?: string, scope?: string): Promise<{ access: string; refresh: string }> {
    const body = await grant(login, scope)
    return { access: body.access_token, refresh: body.refresh_token ?? '' }
  }
  /** Returns a person's access token. A person without one authorizes the app first. */
  async function tokenOf(name: string, get = async () => (await connect(name)).access): Promise<string> {
    const one = known.get(name) ?? (await get())
    known.set(name, one)
    return one
  }
  return {
    authorize,
    codeOf,
    tokenCall,
    exchange,
    refresh,
    grant,
    connect,
    tokenOf,
    forgetTokens: () => known.clear(),
    as: async (name: string, method: string, path: string, given: Call = {}) =>
      call(method, path, { token: await tokenOf(name), ...given }),
  }
}

/** Starts the app's own server, which serves files by name and records what it receives. */
export async function startOwnPlace(files: Readonly<Record<string, Buffer>> = {}) {
  const received: { headers: Readonly<Record<string, unknown>>; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    if (request.method === 'POST') received.push({ headers: request.headers, body })
    const name = (request.url ?? '').slice(1)
    const file = files[name]
    if (name === 'moved') response.writeHead(302, { location: '/photo.jpg' }).end()
    else if (file) response.end(file)
    else response.writeHead(request.method === 'POST' ? 200 : 404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, [Symbol.asyncDispose]: stop }
}
