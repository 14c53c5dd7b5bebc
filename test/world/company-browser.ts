import assert from 'node:assert/strict'
import { request } from 'undici'
import type { TestApp } from '../harness/app.ts'
import type { Answer } from '../harness/client.ts'

type Answered = Pick<Answer, 'status' | 'body' | 'text'>

/** The query with which the provider sent the browser back. */
interface Return {
  readonly state: string
  readonly code: string
  readonly iss?: string
}

/** A browser between the service and an OpenID provider: cookies by origin, redirects, and the provider's forms. */
export function companyBrowser(t: TestApp, headers: Readonly<Record<string, string>> = {}) {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string) => {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  const send = async (method: string, url: string, body?: string, more: Readonly<Record<string, string>> = {}) => {
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await request(url, {
      method: method as 'GET',
      headers: { ...headers, ...(cookie ? { cookie } : {}), ...more },
      ...(body === undefined ? {} : { body }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = '', ...rest] = line.split(/; ?/)
      const at = pair.indexOf('=')
      if (rest.some((part) => /^expires=Thu, 01 Jan 1970/i.test(part))) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return {
      status: answer.statusCode,
      location: answer.headers.location as string | undefined,
      text: await answer.body.text(),
    }
  }
  const call = async (method: string, path: string, body?: object, token?: string): Promise<Answered> => {
    const { status, text } = await send(method, t.url + path, body && JSON.stringify(body), {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      origin: t.config.publicUrl,
    })
    return { status, text, body: JSON.parse(text) }
  }

  return {
    cookies: () => jarOf(t.url),
    call,
    /** Follows the provider's pages until it sends the browser back. Fills in the login form and agrees. */
    async visit(url: string, login: string): Promise<URL> {
      let at = url
      let answer = await send('GET', at)
      for (let steps = 0; steps < 20; steps++) {
        if (answer.location) {
          at = new URL(answer.location, at).href
          if (at.startsWith(`${t.config.publicUrl}/`)) return new URL(at)
          answer = await send('GET', at)
          continue
        }
        const action = answer.text.match(/<form[^>]* action="([^"]+)"/)?.[1]
        assert.ok(action, `the provider answered ${answer.status}: ${answer.text}`)
        const hidden = [...answer.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
        const fields = {
          ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
          ...(answer.text.includes('name="login"') ? { login, password: 'any' } : {}),
          ...(action.includes('/session/end/') ? { logout: 'yes' } : {}),
        }
        at = new URL(action.replaceAll('&amp;', '&'), at).href
        answer = await send('POST', at, new URLSearchParams(fields).toString(), {
          'content-type': 'application/x-www-form-urlencoded',
        })
      }
      return assert.fail('the provider redirects without end')
    },
    /** Starts a sign-in and completes it at the provider. */
    async leave(login: string, body: object = {}): Promise<Return> {
      const started = await call('POST', '/v1/auth/company/start', body)
      assert.equal(started.status, 200, started.text)
      return readReturn(await this.visit(started.body.url, login))
    },
    finish: (returned: Return, more: object = {}) => call('POST', '/v1/auth/company/finish', { ...returned, ...more }),
    async signIn(login: string, body: object = {}): Promise<Answered> {
      return await this.finish(await this.leave(login, body))
    },
    async connect(login: string, token: string): Promise<Answered> {
      const started = await call('POST', '/v1/auth/me/company/start', undefined, token)
      if (started.status !== 200) return started
      const returned = readReturn(await this.visit(started.body.url, login))
      return await call('POST', '/v1/auth/me/company/finish', returned, token)
    },
  }
}

function readReturn(url: URL): Return {
  assert.equal(url.pathname, '/auth/company')
  const { state, code, iss } = Object.fromEntries(url.searchParams)
  assert.ok(state && code, url.search)
  return { state, code, ...(iss ? { iss } : {}) }
}
