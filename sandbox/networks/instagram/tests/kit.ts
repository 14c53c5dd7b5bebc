import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jpeg, mp4 } from '../../../core/tests/files.ts'
import { authorizing, type Form, type Reply, startNetwork, startOwnPlace } from '../../../core/tests/kit.ts'
import type { SandboxOptions } from '../../../index.ts'
import { pageScopeTitles, scopeTitles } from '../auth/scopes.ts'
import { instagram } from '../instagram.ts'

export const redirectUri = 'https://app.example/back'
export const allScopes = Object.keys(scopeTitles).join(',')
const pageScopes = Object.keys(pageScopeTitles).join(',')
const client = { client_id: 'sandbox-app', client_secret: 'sandbox-app-secret' }

export type OnInstagram = Awaited<ReturnType<typeof startInstagram>>

const files = { 'a.jpg': jpeg(), 'b.jpg': jpeg(800, 800), 'c.mp4': mp4() }

/** Starts the network, and a server of the app from which it fetches files. */
export async function startInstagram({
  more = {},
  ...options
}: SandboxOptions & { more?: Record<string, Buffer> } = {}) {
  const on = await startNetwork('instagram', instagram, options)
  const place = await startOwnPlace({ ...files, ...more })
  const oauth = authorizing(on, {
    page: '/oauth/authorize',
    authorizeForm: { client_id: client.client_id, redirect_uri: redirectUri, scope: allScopes },
    token: '/oauth/access_token',
    client,
  })
  const query = (path: string, form: Form) => on.call('GET', `${path}?${new URLSearchParams(form)}`)
  const lengthen = (token: string, more: Form = {}) =>
    query('/access_token', {
      grant_type: 'ig_exchange_token',
      client_secret: client.client_secret,
      access_token: token,
      ...more,
    })
  const renew = (token: string) =>
    query('/refresh_access_token', { grant_type: 'ig_refresh_token', access_token: token })
  const shortToken = async (more: Form = {}): Promise<string> =>
    (await oauth.exchange(await oauth.codeOf(more))).body.access_token
  /** Returns a long-lived token of a person who has just authorized the app at Instagram. */
  async function connect(login = 'alice', scope = allScopes): Promise<string> {
    const { body } = await lengthen(await shortToken({ login, scope }))
    if (!body.access_token) throw new Error(JSON.stringify(body))
    return body.access_token
  }
  const facebook = authorizing(on, {
    page: '/dialog/oauth',
    authorizeForm: { client_id: client.client_id, redirect_uri: redirectUri, scope: pageScopes },
    token: '/oauth/access_token',
  })
  const trade = (code: string) => query('/oauth/access_token', { ...client, redirect_uri: redirectUri, code })
  /** Returns a long-lived token of a person who has just authorized the app at Facebook. */
  async function connectPages(login = 'alice', more: Form = {}): Promise<string> {
    const { body: short } = await trade(await facebook.codeOf({ login, ...more }))
    const swap = { ...client, grant_type: 'fb_exchange_token', fb_exchange_token: short.access_token }
    return (await query('/oauth/access_token', swap)).body.access_token
  }
  const as = async (name: string, method: string, path: string, form?: Form) => {
    const token = await oauth.tokenOf(name, () => connect(name))
    return on.call(method, path, { token, ...(form === undefined ? {} : { form }) })
  }
  const create = (form: Form, name = 'alice') => as(name, 'POST', '/me/media', form)
  const publish = (id: string, name = 'alice') => as(name, 'POST', '/me/media_publish', { creation_id: id })
  const stateOf = (id: string) => as('alice', 'GET', `/${id}?fields=id,status_code,status`)
  const at = (name: string) => `${place.url}/${name}`
  return {
    ...on,
    ...oauth,
    place,
    at,
    query,
    lengthen,
    renew,
    shortToken,
    connect,
    facebook,
    trade,
    connectPages,
    as,
    create,
    publish,
    stateOf,
    /** Publishes an image and returns the ID of the post. */
    async post(caption: string, more: Form = {}, name = 'alice'): Promise<string> {
      const { body } = await create({ image_url: at('a.jpg'), caption, ...more }, name)
      const published = await publish(body.id, name)
      if (published.status !== 200) throw new Error(JSON.stringify([body, published.body]))
      return published.body.id
    },
    /** Creates a container of a video and returns its state once it is processed. */
    async video(form: Form): Promise<Reply> {
      const { body } = await create({ media_type: 'REELS', video_url: at('c.mp4'), ...form })
      if (!body.id) throw new Error(JSON.stringify(body))
      on.later(1_500)
      for (let left = 500; left > 0; left -= 1) {
        const reply = await stateOf(body.id)
        if (reply.body.status_code !== 'IN_PROGRESS') return reply
        await new Promise((done) => setTimeout(done, 5))
      }
      throw new Error('It was never fetched.')
    },
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]()
      await on.sandbox.close()
    },
  }
}

export const codesOf = ({ status, body }: Reply) => [status, body.error?.code, body.error?.error_subcode]

/** Defines a test that a request is rejected and leaves nothing visible. */
export function refuses(
  line: string,
  wanted: { readonly code: number; readonly subcode?: number; readonly status?: number; readonly says?: RegExp },
  asks: (on: OnInstagram) => Promise<Reply>,
  onShared: Promise<OnInstagram> | null = null,
) {
  const { code, subcode, status = 400, says = /./ } = wanted
  test(`${code}${subcode === undefined ? '' : `/${subcode}`}: instagram.md ${line}`, async () => {
    await using own = onShared === null ? await startInstagram() : null
    const on = own ?? (await onShared)
    assert.ok(on)
    const reply = await asks(on)
    assert.deepEqual(codesOf(reply), [status, code, subcode], JSON.stringify(reply.body))
    assert.match(reply.body.error.message, says)
    assert.deepEqual([typeof reply.body.error.type, typeof reply.body.error.fbtrace_id], ['string', 'string'])
    assert.ok(!on.seen('alice').some(({ text }) => text.includes('refused')))
  })
}
