import { createHmac } from 'node:crypto'
import { mp4 as mp4Of } from '../../../core/tests/files.ts'
import { type OnNetwork, startNetwork } from '../../../core/tests/kit.ts'
import { knownScopes } from '../auth/scopes.ts'
import { facebook } from '../facebook.ts'
import { app } from '../state/platform.ts'

export { png } from '../../../core/tests/files.ts'

export const redirectUri = 'https://app.example/back'
export const client = { client_id: app.id, client_secret: app.secret }
const scope = knownScopes.join(',')

export async function startFacebook() {
  const on = await startNetwork('facebook', facebook, { startMs: Date.UTC(2026, 0, 15, 9) })
  return { ...on, ...peopleOf(on.call) }
}

export type Facebook = Awaited<ReturnType<typeof startFacebook>>

function peopleOf(call: OnNetwork['call']) {
  /** Submits the consent page like a script, and returns its redirect or its error. */
  async function consent(login: string, more: Readonly<Record<string, string>> = {}) {
    const request = { client_id: app.id, redirect_uri: redirectUri, scope, state: 's&1', response_type: 'code' }
    const query = new URLSearchParams({ ...request, login, approve: '1', ...more })
    const { status, headers, body } = await call('GET', `/dialog/oauth?${query}`)
    const location = headers.get('location')
    return { status, body, location, back: location === null ? null : new URL(location).searchParams }
  }
  const exchange = (code: string, more: Readonly<Record<string, string>> = {}) =>
    call('GET', `/oauth/access_token?${new URLSearchParams({ ...client, redirect_uri: redirectUri, code, ...more })}`)
  const extend = (token: string) =>
    call(
      'GET',
      `/oauth/access_token?${new URLSearchParams({ ...client, grant_type: 'fb_exchange_token', fb_exchange_token: token })}`,
    )
  /** Returns a short-lived token of a person who grants everything, unless `more` overrides this. */
  async function shortToken(login: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
    const { back } = await consent(login, more)
    return (await exchange(back?.get('code') ?? '')).body.access_token
  }
  const longToken = async (login: string, more: Readonly<Record<string, string>> = {}): Promise<string> =>
    (await extend(await shortToken(login, more))).body.access_token
  const accounts = async (
    token: string,
  ): Promise<readonly { id: string; name: string; access_token: string; tasks: string[] }[]> =>
    (await call('GET', '/me/accounts', { token })).body.data
  /** Returns everything needed to call the API for one page; by default the person's first page. */
  async function page(login = 'alice', more: Readonly<Record<string, string>> = {}, which = 0) {
    const found = (await accounts(await longToken(login, more)))[which]
    if (!found) throw new Error(`${login} has no such page`)
    const { id, access_token: token } = found
    return {
      id,
      token,
      post: (form: Readonly<Record<string, string>>, edge = 'feed') => call('POST', `/${id}/${edge}`, { token, form }),
      upload: (edge: string, upload: FormData) => call('POST', `/${id}/${edge}`, { token, upload }),
      photo: (bytes: Buffer, fields: Readonly<Record<string, string>> = { published: 'false' }) =>
        call('POST', `/${id}/photos`, { token, upload: uploadOf('source', bytes, fields) }),
      get: (path: string) => call('GET', path, { token }),
      edge: (edge: string) => call('GET', `/${id}/${edge}`, { token }),
      send: (method: string, path: string, form: Readonly<Record<string, string>> = {}) =>
        call(method, path, { token, form }),
    }
  }
  return { consent, exchange, extend, shortToken, longToken, accounts, page }
}

export type TestPage = Awaited<ReturnType<ReturnType<typeof peopleOf>['page']>>

export const proofOf = (token: string): string => createHmac('sha256', app.secret).update(token).digest('hex')

export function uploadOf(name: string, bytes: Buffer, fields: Readonly<Record<string, string>> = {}): FormData {
  const upload = new FormData()
  for (const [field, value] of Object.entries(fields)) upload.set(field, value)
  upload.set(name, new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), 'file.bin')
  return upload
}

export const mp4 = (width: number, height: number, durationMs = 10_000, bytes = 400, frameRate = 30): Buffer =>
  mp4Of({ width, height, durationMs, bytes, frameRate })
