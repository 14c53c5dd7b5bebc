import { z } from 'zod'
import { ownFailure, readAnswer, requireAddress } from '#connectors/api/json-api.ts'
import type { Auth, ExchangeRequest, Granted, Http, OAuth } from '#connectors/connector.ts'
import type { Grant } from './grant.ts'
import { askMember } from './member.ts'
import { targets, whoami } from './targets.ts'

/**
 * The scopes to request. One grant covers the member and every organization that they may post for. A token lasts 60
 * days. LinkedIn renews it only for apps approved for renewal; otherwise the member has to sign in again.
 */
const scopes = [
  'r_basicprofile',
  'w_member_social',
  'w_member_social_feed',
  'w_organization_social',
  'w_organization_social_feed',
  'r_organization_social',
  'rw_organization_admin',
  'r_member_postAnalytics',
] as const

const oauth: OAuth<Grant> = {
  pkce: false,
  callback: { https: true, localhost: true },
  authorizeUrl(addresses, { clientId }, { redirectUrl, state, scopes: requestedScopes }) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUrl,
      state,
      scope: requestedScopes.join(' '),
    })
    return `${requireAddress(addresses, 'auth')}/oauth/v2/authorization?${query.toString().replaceAll('+', '%20')}`
  },
  exchange,
}

export const auth: Auth<Grant> = {
  kind: 'oauth',
  oauth,
  scopes,
  // No scope is required for all accounts: an account that lacks one says so in the list of choices.
  needs: [],
  whoami,
  targets,

  async refresh(http, grant) {
    if (grant.refreshToken === null) throw ownFailure('invalid_grant')
    const made = await askToken(http, { grant_type: 'refresh_token', refresh_token: grant.refreshToken })
    return granted(http, made, grant.member, grant)
  },

  async revoke(http, { accessToken: token }) {
    await postForm(http, 'revoke', '/oauth/v2/revoke', { token })
  },
}

async function exchange(http: Http, { code, redirectUrl }: ExchangeRequest): Promise<Granted<Grant>> {
  const made = await askToken(http, { grant_type: 'authorization_code', code, redirect_uri: redirectUrl })
  const { urn } = await askMember(http, { accessToken: made.access_token, scopes: scopesIn(made) ?? [...scopes] })
  return granted(http, made, urn, null)
}

const secondsLeft = z.coerce.number().int().min(1).max(315_360_000).optional().catch(undefined)
const tokenAnswer = z.object({
  access_token: z.string().min(1).max(8_192),
  refresh_token: z.string().min(1).max(8_192).nullish(),
  // Only the tokens matter: a malformed field next to them must not invalidate the response.
  expires_in: secondsLeft,
  refresh_token_expires_in: secondsLeft,
  scope: z.string().max(4_096).optional().catch(undefined),
})
type TokenAnswer = z.output<typeof tokenAnswer>

/** Splits scopes at commas or spaces. */
const scopesIn = ({ scope }: TokenAnswer): readonly string[] | null =>
  scope?.split(/[\s,]+/).filter((one) => one !== '') ?? null

const usualSeconds = 5_184_000

function granted({ now }: Http, made: TokenAnswer, member: string, before: Grant | null): Granted<Grant> {
  const seconds = made.expires_in ?? usualSeconds
  const refreshToken = made.refresh_token ?? before?.refreshToken ?? null
  const given = scopesIn(made) ?? before?.scopes ?? [...scopes]
  return {
    grant: { accessToken: made.access_token, refreshToken, member, scopes: given },
    principal: member,
    scopes: given,
    expiresAt: new Date(now.getTime() + seconds * 1_000),
    // A refresh token works for a year in total, however often it is used. An access token that outlives it is the last
    // one.
    renewable: refreshToken !== null && (made.refresh_token_expires_in ?? Number.POSITIVE_INFINITY) > seconds,
  }
}

async function askToken(http: Http, form: Readonly<Record<string, string>>): Promise<TokenAnswer> {
  return readAnswer(await postForm(http, 'token', '/oauth/v2/accessToken', form), tokenAnswer)
}

function postForm(http: Http, name: string, path: string, form: Readonly<Record<string, string>>) {
  const { app, addresses } = http
  if (app === null) throw new Error('linkedin has no app to sign in with')
  const { clientId: client_id, clientSecret: client_secret } = app
  return http.send({
    name,
    method: 'POST',
    url: `${requireAddress(addresses, 'auth')}${path}`,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, client_id, client_secret }).toString(),
  })
}
