import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Answer, Client } from '../harness/client.ts'

/** The parameters of a request. Null omits one. */
type Changes = Readonly<Record<string, string | null>>

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
}

const mcp = 'http://posthorn.test/mcp'
const callback = 'http://127.0.0.1:41234/callback'

function encode(fields: Changes): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value)
  return form.toString()
}

/** Returns the SHA-256 of a PKCE verifier as a request carries it. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** The service for a client that is not signed in. */
type Service = { readonly anyone: Client }

/** An app that signs in by OAuth, like an agent. */
export function oauthApp(t: Service) {
  const post = (path: string, fields: Changes, on: Service = t): Promise<Answer> =>
    on.anyone.post(path, encode(fields), { headers: { 'content-type': 'application/x-www-form-urlencoded' } })

  const register = async (over: object = {}): Promise<string> => {
    const metadata = { client_name: 'Agent', redirect_uris: ['http://127.0.0.1/callback'], ...over }
    const { status, body, text } = await t.anyone.post('/oauth/register', metadata)
    assert.equal(status, 201, text)
    return body.client_id
  }

  /** Sends the browser to the service. */
  const open = (clientId: string, verifier: string, over: Changes = {}): Promise<Answer> =>
    t.anyone.get(
      `/oauth/authorize?${encode({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: callback,
        state: 'opaque',
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        scope: 'profiles:read posts:read',
        ...over,
      })}`,
    )

  /** Returns the text that the page of the web app receives. */
  const requestOf = ({ status, headers, text }: Answer): string => {
    assert.equal(status, 302, text)
    const page = new URL(headers.location ?? '')
    assert.equal(page.pathname, '/auth/authorize')
    return page.searchParams.get('request') ?? ''
  }

  /** Completes a consent, up to the code with which the browser returns. */
  async function consent(person: Client, options: { clientId?: string; request?: Changes; answer?: object } = {}) {
    const clientId = options.clientId ?? (await register())
    const verifier = randomBytes(32).toString('base64url')
    const request = requestOf(await open(clientId, verifier, options.request))
    const answer = { request, decision: 'allow', ...options.answer }
    const { status, body, text } = await person.post('/v1/auth/authorization', answer)
    assert.equal(status, 200, text)
    const back = new URL(body.redirectTo)
    return { clientId, verifier, back, code: back.searchParams.get('code') ?? '' }
  }

  const redeem = (
    { clientId, verifier, code }: { clientId: string; verifier: string; code: string },
    over: Changes = {},
    on: Service = t,
  ): Promise<Answer> =>
    post(
      '/oauth/token',
      {
        grant_type: 'authorization_code',
        client_id: clientId,
        code,
        code_verifier: verifier,
        redirect_uri: callback,
        ...over,
      },
      on,
    )

  const refresh = (clientId: string, token: string, over: Changes = {}, on: Service = t): Promise<Answer> =>
    post('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...over }, on)

  /** Completes a sign-in. */
  async function signIn(person: Client, options: Parameters<typeof consent>[1] = {}) {
    const consented = await consent(person, options)
    const { status, body, text } = await redeem(consented)
    assert.equal(status, 200, text)
    return { ...consented, tokens: body as Tokens }
  }

  return { mcp, callback, post, register, open, requestOf, consent, redeem, refresh, signIn }
}
