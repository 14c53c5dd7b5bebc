import { z } from 'zod'
import { ownFailure, requireAddress } from '#connectors/api/json-api.ts'
import { authorizeUrl, requireApp } from '#connectors/api/oauth2.ts'
import type { Addresses, ExchangeRequest, Granted, Http, OAuth, OwnApp, Target } from '#connectors/connector.ts'
import { type Params, read, withoutVersion } from '#connectors/meta/graph-call.ts'
import { askLongToken, exchangeCode, token } from '#connectors/meta/long-token.ts'
import { readAccount, readMe } from './account.ts'
import { type Grant, type LoginGrant, notRenewable } from './grant.ts'
import { scopes, scopesOfWay } from './scopes.ts'

/** Instagram Login. The token paths have no version. */
type AuthorizeRequest = Parameters<OAuth<Grant>['authorizeUrl']>[2]

export function loginUrl(addresses: Addresses, app: OwnApp, request: AuthorizeRequest): string {
  const page = { path: '/oauth/authorize', separator: ',' } as const
  const scopes = scopesOfWay(request.scopes, 'instagram')
  return authorizeUrl(requireAddress(addresses, 'auth'), page, app, { ...request, scopes })
}

export async function signInAtInstagram(http: Http, given: ExchangeRequest): Promise<Granted<LoginGrant>> {
  const url = `${requireAddress(http.addresses, 'token')}/oauth/access_token`
  const brief = read(await exchangeCode(http, { name: 'exchangeCode', url }, given), shortAnswer)
  const { clientSecret } = requireApp(http, 'instagram')
  const swap = { grant_type: 'ig_exchange_token', client_secret: clientSecret, access_token: brief.access_token }
  const long = await askToken(http, 'extendToken', '/access_token', swap)
  // The response to the code identifies the person by one of two IDs, not always the same one.
  const { id: userId, appScopedId: appUserId } = await readMe(http, { way: 'instagram', token: long.token })
  const granted = brief.permissions ?? scopesOfWay(scopes, 'instagram')
  return grantedBy({ way: 'instagram', userId, appUserId, token: '', scopes: granted }, long)
}

const permissions = z.union([
  z.array(z.string().max(200)).max(100),
  z.string().transform((text) => text.split(',').map((one) => one.trim())),
])
const short = z.object({ access_token: token, permissions: permissions.optional().catch(undefined) })
/** Meta documents the response both as a bare object and as the first item of a list. */
const shortAnswer = z.union([short, z.object({ data: z.tuple([short]) }).transform(({ data }) => data[0])])

const usualSeconds = 5_184_000

function askToken(http: Http, name: string, path: string, params: Params) {
  const url = `${withoutVersion(requireAddress(http.addresses, 'api'))}${path}`
  return askLongToken(http, { name, url, params, usualSeconds })
}

const grantedBy = (
  grant: LoginGrant,
  { token, expiresAt }: Awaited<ReturnType<typeof askToken>>,
): Granted<LoginGrant> => ({
  grant: { ...grant, token },
  principal: grant.appUserId,
  scopes: grant.scopes,
  expiresAt,
})

/** Renews a grant. Page tokens are not renewed, so a refused one requires a new sign-in. */
export async function renewLogin(http: Http, grant: Grant): Promise<Granted<Grant>> {
  if (grant.way === 'facebook') throw ownFailure(notRenewable)
  const params = { grant_type: 'ig_refresh_token', access_token: grant.token }
  return grantedBy(grant, await askToken(http, 'refreshToken', '/refresh_access_token', params))
}

/** Returns the login's only account. */
export async function loginTarget(http: Http, grant: LoginGrant): Promise<Target> {
  return { ...(await readAccount(http, grant, grant.userId)), category: null, lacks: null }
}
