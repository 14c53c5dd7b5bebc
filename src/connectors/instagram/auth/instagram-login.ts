import { z } from 'zod'
import { requireAddress } from '#connectors/api/json-api.ts'
import {
  type Addresses,
  CallFailed,
  type ExchangeRequest,
  type Granted,
  type Http,
  type OAuth,
  type OwnApp,
  type Target,
} from '#connectors/connector.ts'
import { withoutVersion } from '#connectors/meta/versions.ts'
import { type Params, read } from '../api/graph.ts'
import { readAccount, readMe } from './account.ts'
import { type Grant, type LoginGrant, notRenewable } from './grant.ts'
import { scopes, scopesOfWay } from './scopes.ts'

/**
 * The sign-in at Instagram itself. The short-lived token is immediately traded for one of 60 days, which is renewed
 * before they end. The paths for tokens have no version.
 */
type AuthorizeRequest = Parameters<OAuth<Grant>['authorizeUrl']>[2]

export function loginUrl(
  addresses: Addresses,
  { clientId }: OwnApp,
  { redirectUrl, state, scopes: asked }: AuthorizeRequest,
) {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUrl,
    response_type: 'code',
    scope: scopesOfWay(asked, 'instagram').join(','),
    state,
  })
  return `${requireAddress(addresses, 'auth')}/oauth/authorize?${query}`
}

export async function signInAtInstagram(
  http: Http,
  { code, redirectUrl }: ExchangeRequest,
): Promise<Granted<LoginGrant>> {
  const { app } = http
  if (app === null) throw new Error('instagram has no app to exchange a code for')
  const answer = await http.send({
    name: 'exchangeCode',
    method: 'POST',
    url: `${requireAddress(http.addresses, 'token')}/oauth/access_token`,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: app.clientId,
      client_secret: app.clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUrl,
      // Instagram appends this to the address; it is not part of the code.
      code: code.replace(/#_$/, ''),
    }).toString(),
  })
  const brief = read(answer, shortAnswer)
  const swap = { grant_type: 'ig_exchange_token', client_secret: app.clientSecret, access_token: brief.access_token }
  const long = await askToken(http, 'extendToken', '/access_token', swap)
  // The answer with the code names the person by one of two ids, and not always by the same one.
  const { id: userId, appScopedId: appUserId } = await readMe(http, { way: 'instagram', token: long.access_token })
  const granted = brief.permissions ?? scopesOfWay(scopes, 'instagram')
  return grantedBy(http, { way: 'instagram', userId, appUserId, token: '', scopes: granted }, long)
}

const token = z.string().min(1).max(4_096)
const permissions = z.union([
  z.array(z.string().max(200)).max(100),
  z.string().transform((text) => text.split(',').map((one) => one.trim())),
])
const short = z.object({ access_token: token, permissions: permissions.optional().catch(undefined) })
/** Meta documents the answer by itself, and as the first of a list. */
const shortAnswer = z.union([short, z.object({ data: z.tuple([short]) }).transform(({ data }) => data[0])])

const longAnswer = z.object({
  access_token: token,
  // The token is what matters: a malformed field beside it must not reject the answer.
  expires_in: z.coerce.number().int().min(60).max(31_536_000).optional().catch(undefined),
})

async function askToken(http: Http, name: string, path: string, params: Params) {
  const url = `${withoutVersion(requireAddress(http.addresses, 'api'))}${path}?${new URLSearchParams(params)}`
  return read(await http.send({ name, method: 'GET', url, headers: { accept: 'application/json' } }), longAnswer)
}

const usualSeconds = 5_184_000
/** The share of a token's lifetime after which it is renewed: an expired token cannot be, nor one of the first day. */
const shareUsed = 5 / 6

function grantedBy(http: Http, grant: LoginGrant, made: z.output<typeof longAnswer>): Granted<LoginGrant> {
  const lifeMs = (made.expires_in ?? usualSeconds) * 1_000
  return {
    grant: { ...grant, token: made.access_token },
    principal: grant.appUserId,
    scopes: grant.scopes,
    expiresAt: new Date(http.now.getTime() + Math.round(lifeMs * shareUsed)),
  }
}

/** Renews a grant. The token of a page is not renewed, so that a refused one needs another sign-in. */
export async function renewLogin(http: Http, grant: Grant): Promise<Granted<Grant>> {
  if (grant.way === 'facebook') throw endedFailure()
  const params = { grant_type: 'ig_refresh_token', access_token: grant.token }
  return grantedBy(http, grant, await askToken(http, 'refreshToken', '/refresh_access_token', params))
}

const endedFailure = () => new CallFailed({ sent: 'no', status: null, headers: {}, body: '', code: notRenewable })

/** Returns the one account of such a sign-in. */
export async function loginTarget(http: Http, grant: LoginGrant): Promise<Target> {
  return { ...(await readAccount(http, grant, grant.userId)), category: null, lacks: null }
}
