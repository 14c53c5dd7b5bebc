import { z } from 'zod'
import { postForm, requireApp } from '#connectors/api/oauth2.ts'
import type { Answer, ExchangeRequest, Http } from '#connectors/connector.ts'
import { type Params, read } from './graph-call.ts'

/**
 * The tokens of Instagram and Threads. A code is exchanged for a one-hour token, which is immediately exchanged for a
 * 60-day token. That token is renewed before it expires.
 */

export const token = z.string().min(1).max(4_096)

/** Exchanges a sign-in's code. The response has the short-lived token. */
export function exchangeCode(
  http: Http,
  { name, url }: { readonly name: string; readonly url: string },
  { code, redirectUrl }: ExchangeRequest,
): Promise<Answer> {
  const { clientId, clientSecret } = requireApp(http, 'the network')
  return postForm(
    http,
    { name, url },
    {
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUrl,
      // The network appends this to the URL; it is not part of the code.
      code: code.replace(/#_$/, ''),
    },
  )
}

const longToken = z.object({
  access_token: token,
  // Only the token matters: a malformed field next to it must not invalidate the response.
  expires_in: z.coerce.number().int().min(60).max(31_536_000).optional().catch(undefined),
})

interface LongToken {
  readonly token: string
  readonly expiresAt: Date
}

interface TokenCall {
  readonly name: string
  readonly url: string
  readonly params: Params
  /** The lifetime of a token if the response does not state one. */
  readonly usualSeconds: number
}

/**
 * The fraction of a token's lifetime after which it counts as expired: ten days before the end of sixty, because an
 * expired token cannot be renewed.
 */
const shareUsed = 5 / 6

/** Exchanges a short-lived token for a long-lived one, or renews a long-lived one. */
export async function askLongToken(http: Http, { name, url, params, usualSeconds }: TokenCall): Promise<LongToken> {
  const request = { name, method: 'GET', headers: { accept: 'application/json' } } as const
  const answer = read(await http.send({ ...request, url: `${url}?${new URLSearchParams(params)}` }), longToken)
  const lifeMs = (answer.expires_in ?? usualSeconds) * 1_000
  return { token: answer.access_token, expiresAt: new Date(http.now.getTime() + Math.round(lifeMs * shareUsed)) }
}
