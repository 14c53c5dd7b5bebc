import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizing, type Form, type Reply, startNetwork } from '../../../core/tests/kit.ts'
import type { SandboxOptions } from '../../../index.ts'
import { scopeTitles } from '../auth/scopes.ts'
import { threads } from '../threads.ts'

export const redirectUri = 'https://app.example/back'
export const allScopes = Object.keys(scopeTitles).join(',')
const client = { client_id: 'sandbox-app', client_secret: 'sandbox-app-secret' }

export type OnThreads = Awaited<ReturnType<typeof startThreads>>

export async function startThreads(options: SandboxOptions = {}) {
  const on = await startNetwork('threads', threads, options)
  const oauth = authorizing(on, {
    page: '/oauth/authorize',
    authorizeForm: { client_id: client.client_id, redirect_uri: redirectUri, scope: allScopes },
    token: '/oauth/access_token',
    client,
  })
  const query = (path: string, form: Form) => on.call('GET', `${path}?${new URLSearchParams(form)}`)
  const lengthen = (token: string, more: Form = {}) =>
    query('/access_token', {
      grant_type: 'th_exchange_token',
      client_secret: client.client_secret,
      access_token: token,
      ...more,
    })
  const renew = (token: string) =>
    query('/refresh_access_token', { grant_type: 'th_refresh_token', access_token: token })
  const shortToken = async (more: Form = {}): Promise<string> =>
    (await oauth.exchange(await oauth.codeOf(more))).body.access_token
  /** Returns a long-lived token of a person who has just authorized the app. */
  async function connect(login = 'alice', scope = allScopes): Promise<string> {
    const { body } = await lengthen(await shortToken({ login, scope }))
    if (!body.access_token) throw new Error(JSON.stringify(body))
    return body.access_token
  }
  const as = async (name: string, method: string, path: string, form?: Form) => {
    const token = await oauth.tokenOf(name, () => connect(name))
    return on.call(method, `/v1.0${path}`, { token, ...(form === undefined ? {} : { form }) })
  }
  const create = (form: Form, name = 'alice') => as(name, 'POST', '/me/threads', form)
  const publish = (id: string, name = 'alice') => as(name, 'POST', '/me/threads_publish', { creation_id: id })
  return {
    ...on,
    ...oauth,
    query,
    lengthen,
    renew,
    shortToken,
    connect,
    as,
    create,
    publish,
    stateOf: (id: string) => as('alice', 'GET', `/${id}?fields=id,status,error_message`),
    /** Publishes a text and returns the ID of the post. */
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
    later(ms: number) {
      on.later(ms)
      // Older tokens may have expired.
      if (ms >= 5_000_000_000) oauth.forgetTokens()
    },
  }
}

export const refused = { media_type: 'TEXT', text: 'refused' }

/**
 * Defines a test that a request is rejected and leaves nothing visible, then or later. It runs in its own network, or
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
