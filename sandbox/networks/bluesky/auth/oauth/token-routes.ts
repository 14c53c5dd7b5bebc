import { type Answer, type Incoming, ok } from '../../../../core/http/request.ts'
import { route } from '../../../../core/http/route.ts'
import type { Route, World } from '../../../../core/network.ts'
import { formValue } from '../../../../core/oauth/client.ts'
import { type Code, takeCode } from '../../../../core/oauth/codes.ts'
import { type Grant, secondsLeft, type Tokens } from '../../../../core/oauth/tokens.ts'
import type { Rules } from '../../rules.ts'
import type { Account } from '../../state/accounts.ts'
import type { Client } from './clients.ts'
import { refuseOauth } from './refuse.ts'
import type { PushedRequest } from './requests.ts'

interface TokenDeps {
  readonly world: World
  readonly rules: Rules
  readonly codes: Map<string, Code<Account>>
  readonly requestOfCode: ReadonlyMap<string, PushedRequest>
  readonly tokens: Tokens<Account>
  requireClient(incoming: Incoming): Promise<{ readonly client: Client; readonly kid: string; readonly key: string }>
}

const noGrant = (why: string): never => refuseOauth(400, 'invalid_grant', why)
const needed = (incoming: Incoming, name: string): string =>
  formValue(incoming, name) ?? refuseOauth(400, 'invalid_request', `${name} required`)

/** The routes that exchange codes for tokens, renew tokens and revoke them. */
export function tokenRoutes(deps: TokenDeps): readonly Route[] {
  const { world, rules, codes, requestOfCode, tokens, requireClient } = deps

  function issue(grant: Grant<Account>): Answer {
    const access = tokens.issue(grant, 'access', rules.oauthAccessTokenMs)
    const refresh = tokens.issue(grant, 'refresh', rules.oauthRefreshTokenMs)
    const body = {
      access_token: access.text,
      token_type: 'DPoP',
      expires_in: secondsLeft(world, access),
      refresh_token: refresh.text,
      scope: grant.scopes.join(' '),
      sub: grant.person.did,
    }
    return ok(body)
  }

  async function redeem(incoming: Incoming): Promise<Answer> {
    const { client, kid, key } = await requireClient(incoming)
    const text = needed(incoming, 'code')
    const request = requestOfCode.get(text)
    const presented = {
      code: text,
      clientId: client.id,
      redirectUri: formValue(incoming, 'redirect_uri'),
      verifier: formValue(incoming, 'code_verifier'),
    }
    const { person, scopes } = takeCode({ codes, world }, presented, {
      unknown: () => noGrant('Invalid code'),
      redirectUri: () => noGrant('The redirect_uri parameter must match the one used in the authorization request'),
      verifier: () => noGrant('Invalid code_verifier'),
    })
    if (request?.key !== key) noGrant('DPoP proof key does not match the one of the request')
    if (request?.kid !== kid) noGrant('The client has authenticated by another key')
    return issue(tokens.grant({ clientId: client.id, person, scopes, tag: `${key} ${kid}` }))
  }

  async function renew(incoming: Incoming): Promise<Answer> {
    const { client, kid, key } = await requireClient(incoming)
    const token = tokens.find(needed(incoming, 'refresh_token'))
    if (token?.use !== 'refresh' || token.grant.clientId !== client.id) return noGrant('Invalid refresh token')
    if (token.grant.tag !== `${key} ${kid}`) noGrant('The session is bound to other keys')
    if (token.spent) {
      // A token that is used twice may be stolen, so the whole session ends.
      token.grant.dead = true
      return noGrant('Refresh token replayed')
    }
    if (!tokens.isLive(token)) return noGrant('Session expired')
    if (token.grant.person.status !== null) return noGrant('Account is not available')
    token.spent = true
    return issue(token.grant)
  }

  return [
    route('POST', '/oauth/token', 'requestToken', { accepts: ['form'], token: 'refresh' }, (incoming) => {
      const kind = needed(incoming, 'grant_type')
      if (kind === 'authorization_code') return redeem(incoming)
      return kind === 'refresh_token'
        ? renew(incoming)
        : refuseOauth(400, 'unsupported_grant_type', `Grant type "${kind}" not supported`)
    }),
    route('POST', '/oauth/revoke', 'revokeToken', { accepts: ['form'] }, async (incoming) => {
      const { client } = await requireClient(incoming)
      const token = tokens.find(needed(incoming, 'token'))
      if (token && token.grant.clientId === client.id) token.grant.dead = true
      return ok({})
    }),
  ]
}
