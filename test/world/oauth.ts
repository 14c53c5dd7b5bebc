import assert from 'node:assert/strict'
import { request } from 'undici'
import type { TestApp } from '../harness/app.ts'
import type { Answer, Client } from '../harness/client.ts'

/** A browser between the service and a network. It follows redirects and keeps the service's cookies. */
interface Browser {
  readonly cookies: Map<string, string>
  /** Opens a URL of the service and follows no redirect. */
  open(address: string, options?: { readonly accept?: string; readonly host?: string }): Promise<Opened>
}

interface Opened {
  readonly status: number
  readonly location: string | null
  readonly text: string
  readonly body: Answer['body']
  readonly headers: Readonly<Record<string, string>>
}

interface Wish {
  readonly login?: string
  /** False to cancel. */
  readonly approve?: boolean
  /** The scopes that stay checked. */
  readonly scopes?: readonly string[]
  readonly pages?: readonly string[]
}

const page = 'text/html,application/xhtml+xml,*/*;q=0.8'

export function browser(t: TestApp): Browser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async open(address, { accept = page, host } = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const url = address.replace(t.config.publicUrl, t.url)
      assert.ok(url.startsWith(`${t.url}/`), `${address} does not belong to the service`)
      const answer = await request(url, {
        headers: { accept, ...(cookie === '' ? {} : { cookie }), ...(host === undefined ? {} : { host }) },
      })
      const text = await answer.body.text()
      for (const line of [answer.headers['set-cookie'] ?? []].flat()) keepCookie(cookies, line)
      const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
      const body = /json/.test(headers['content-type'] ?? '') ? JSON.parse(text) : undefined
      return { status: answer.statusCode, location: headers.location ?? null, text, body, headers }
    },
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...rest] = line.split('; ')
  const [name = '', ...value] = pair.split('=')
  if (rest.some((part) => /^Expires=Thu, 01 Jan 1970/i.test(part))) cookies.delete(name)
  else cookies.set(name, value.join('='))
}

/** Completes a network's consent page. Returns the URL to which the network redirects. */
export async function consent(
  authorizeUrl: string,
  { login = 'alice', approve = true, ...body }: Wish = {},
): Promise<string> {
  const url = new URL(authorizeUrl)
  url.searchParams.set('login', login)
  url.searchParams.set('approve', approve ? '1' : '0')
  if (body.scopes) url.searchParams.set('scopes', body.scopes.join(','))
  if (body.pages) url.searchParams.set('pages', body.pages.join(','))
  const answer = await fetch(url, { redirect: 'manual' })
  const back = answer.headers.get('location')
  assert.ok(back, `the network answered ${answer.status}: ${await answer.text()}`)
  return back
}

export const callbackUrlOf = (t: TestApp, network: string): string =>
  `${t.config.publicUrl}/v1/oauth/callback/${network}`

export async function createOauthUrl(
  t: TestApp,
  person: Client,
  platform: string,
  profileId: string,
  more: object = {},
): Promise<{ authUrl: string; state: string; expiresAt: string }> {
  const connectRequest = { platform, profileId, redirectUrl: callbackUrlOf(t, platform), ...more }
  const answer = await person.post('/v1/connections/oauth-url', connectRequest)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Completes the whole flow of a browser: our URL, the network's page, our callback. Returns where that redirects. */
export async function signInByBrowser(
  t: TestApp,
  authUrl: string,
  params: Wish = {},
  via: Browser = browser(t),
): Promise<URL> {
  const started = await via.open(authUrl)
  assert.equal(started.status, 302, started.text)
  const back = await consent(started.location ?? '', params)
  const ended = await via.open(back)
  assert.equal(ended.status, 302, ended.text)
  return new URL(ended.location ?? '')
}

/** Connects without a browser and returns the callback's response. */
export async function connectHeadless(
  t: TestApp,
  person: Client,
  platform: string,
  profileId: string,
  params: Wish = {},
): Promise<Answer> {
  const { authUrl } = await createOauthUrl(t, person, platform, profileId, { headless: true })
  const back = new URL(await consent(authUrl, params))
  const answer = await t.anyone.get(back.pathname + back.search)
  if (answer.status !== 307) return answer
  const on = new URL(answer.headers.location ?? '')
  return await t.anyone.get(on.pathname + on.search)
}
