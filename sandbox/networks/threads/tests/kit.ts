import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, type Reply } from '../../../core/tests/kit.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../index.ts'
import { knownScopes } from '../auth/authorize.ts'
import { threads } from '../threads.ts'

export const redirectUri = 'https://app.example/back'
export const allScopes = Object.keys(knownScopes).join(',')
const client = { client_id: 'sandbox-app', client_secret: 'sandbox-app-secret' }

type Form = Readonly<Record<string, string>>

export interface Call {
  readonly token?: string
  readonly form?: Form
  readonly json?: unknown
}

export type OnThreads = Awaited<ReturnType<typeof startThreads>>

/** Starts a sandbox with only this network, on a clock that moves only when a test advances it. Calls use real HTTP. */
export async function startThreads(options: SandboxOptions = {}) {
  const startMs = Date.UTC(2026, 10, 15, 9)
  const sandbox = await createSandbox({ networks: [threads], now: () => startMs, ...options })
  return {
    sandbox,
    base: `${sandbox.url}/threads`,
    ...callsOf(sandbox),
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

function callsOf(sandbox: Sandbox) {
  const tokens = new Map<string, string>()

  function call(method: string, path: string, given: Call = {}): Promise<Reply> {
    const { token, form, json } = given
    const headers = new Headers()
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (json !== undefined) headers.set('content-type', 'application/json')
    const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json)
    const inside = path.startsWith('/control') ? sandbox.url : `${sandbox.url}/threads`
    return ask(path.startsWith('http') ? path : inside + path, { method, headers, body })
  }

  /** Submits the authorization page and returns the parameters of its redirect to the app. */
  async function authorize(more: Form = {}) {
    const asked = { response_type: 'code', client_id: 'sandbox-app', redirect_uri: redirectUri, scope: allScopes }
    const query = new URLSearchParams({ ...asked, state: 's&1', login: 'alice', approve: '1', ...more })
    const { status, headers, body } = await call('GET', `/oauth/authorize?${query}`)
    const location = headers.get('location')
    return { status, body, location, back: location === null ? null : new URL(location).searchParams }
  }
  const codeOf = async (more: Form = {}) => (await authorize(more)).back?.get('code') ?? ''
  const exchange = (code: string, more: Form = {}) =>
    call('POST', '/oauth/access_token', {
      form: { ...client, grant_type: 'authorization_code', redirect_uri: redirectUri, code, ...more },
    })
  const query = (path: string, form: Form) => call('GET', `${path}?${new URLSearchParams(form)}`)
  const lengthen = (token: string, more: Form = {}) =>
    query('/access_token', {
      grant_type: 'th_exchange_token',
      client_secret: client.client_secret,
      access_token: token,
      ...more,
    })
  const renew = (token: string) =>
    query('/refresh_access_token', { grant_type: 'th_refresh_token', access_token: token })
  const shortToken = async (more: Form = {}): Promise<string> => (await exchange(await codeOf(more))).body.access_token
  /** Returns a long-lived token of a person who has just authorized the app. */
  async function connect(login = 'alice', scope = allScopes): Promise<string> {
    const { body } = await lengthen(await shortToken({ login, scope }))
    if (!body.access_token) throw new Error(JSON.stringify(body))
    return body.access_token
  }
  async function tokenOf(name: string): Promise<string> {
    const known = tokens.get(name) ?? (await connect(name))
    tokens.set(name, known)
    return known
  }
  const as = async (name: string, method: string, path: string, form?: Form) =>
    call(method, `/v1.0${path}`, { token: await tokenOf(name), ...(form === undefined ? {} : { form }) })
  const control = async (path: string, json: unknown): Promise<Reply['body']> => {
    const reply = await call('POST', `/control${path}`, { json })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return reply.body
  }
  const create = (form: Form, name = 'alice') => as(name, 'POST', '/me/threads', form)
  const publish = (id: string, name = 'alice') => as(name, 'POST', '/me/threads_publish', { creation_id: id })
  return {
    call,
    query,
    authorize,
    codeOf,
    exchange,
    lengthen,
    renew,
    shortToken,
    connect,
    as,
    create,
    publish,
    stateOf: (id: string) => as('alice', 'GET', `/${id}?fields=id,status,error_message`),
    /** Publishes a text and returns the id of the post. */
    async post(text: string, more: Form = {}, name = 'alice'): Promise<string> {
      const { body } = await create({ media_type: 'TEXT', text, ...more }, name)
      const published = await publish(body.id, name)
      if (published.status !== 200) throw new Error(JSON.stringify([body, published.body]))
      return published.body.id
    },
    /** Waits until the network has fetched the file. */
    async fetched(id: string): Promise<Reply> {
      for (let left = 500; left > 0; left -= 1) {
        const reply = await as('alice', 'GET', `/${id}?fields=id,status,error_message`)
        if (reply.body.status !== 'IN_PROGRESS') return reply
        await new Promise((done) => setTimeout(done, 5))
      }
      throw new Error('It was never fetched.')
    },
    settings: (settings: object) => control('/settings', { network: 'threads', settings }),
    act: (account: string, act: string, more: object = {}) =>
      control('/act', { network: 'threads', account, act, ...more }),
    fault: (rule: object) => control('/faults', { network: 'threads', ...rule }),
    later(ms: number) {
      sandbox.clock.advance(ms)
      // Older tokens may have expired.
      if (ms >= 5_000_000_000) tokens.clear()
    },
    seen: (account: string) => sandbox.ledger.entries({ network: 'threads', account }),
  }
}

export const refused = { media_type: 'TEXT', text: 'refused' }

/**
 * Declares a test that a request is refused and leaves nothing visible, then or later. It runs in its own network, or
 * in a shared one.
 */
export function refuses(
  line: string,
  wanted: { readonly code: number; readonly subcode?: number; readonly status?: number; readonly says?: RegExp },
  asks: (on: OnThreads) => Promise<Reply>,
  onShared: Promise<OnThreads> | null = null,
) {
  const { code, subcode, status = 400, says = /./ } = wanted
  test(`${code}${subcode === undefined ? '' : `/${subcode}`}: threads.md ${line}`, async () => {
    await using own = onShared === null ? await startThreads() : null
    const on = own ?? (await onShared)
    assert.ok(on)
    const { status: given, body } = await asks(on)
    assert.deepEqual(
      [given, body.error?.code, body.error?.error_subcode],
      [status, code, subcode],
      JSON.stringify(body),
    )
    assert.match(body.error.message, says)
    assert.deepEqual([typeof body.error.type, typeof body.error.fbtrace_id], ['string', 'string'])
    on.later(10_000)
    assert.ok(!on.seen('alice').some(({ text }) => text.includes('refused')))
  })
}
