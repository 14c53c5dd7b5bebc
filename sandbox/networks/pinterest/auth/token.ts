import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { basicOf, formValue, sandboxApp } from '../../../core/oauth/client.ts'
import { takeCode } from '../../../core/oauth/codes.ts'
import { secondsLeft } from '../../../core/oauth/tokens.ts'
import type { Platform } from '../state/platform.ts'
import type { Grant } from '../state/records.ts'
import { invalid, no, unknownToken } from '../wire/refusals.ts'

/** The route that exchanges codes for tokens and refreshes tokens. */
export function tokenRoutes(platform: Platform): readonly Route[] {
  return [
    route('POST', '/oauth/token', 'token', { accepts: ['form'], token: 'refresh' }, (incoming) => {
      const basic = basicOf(incoming)
      if (basic?.id !== sandboxApp.id || basic.secret !== sandboxApp.secret) throw new Refused(unknownToken())
      const kind = formValue(incoming, 'grant_type')
      if (kind === 'authorization_code') return grantCode(platform, incoming)
      return kind === 'refresh_token' ? refresh(platform, incoming) : invalid(`'${kind}' is not a known grant_type.`)
    }),
  ]
}

const needed = (incoming: Incoming, name: string): string =>
  formValue(incoming, name) ?? invalid(`'${name}' is a required property`)

function refuseGrant({ rules }: Platform, what: string): never {
  if (rules.refusedGrant === 401) throw new Refused(unknownToken())
  return no(400, 283, `The ${what} is invalid or has expired.`)
}

function grantCode(platform: Platform, incoming: Incoming): Answer {
  const { rules, tokens } = platform
  const presented = { code: needed(incoming, 'code'), redirectUri: needed(incoming, 'redirect_uri') }
  const refuse = () => refuseGrant(platform, 'authorization code')
  const { clientId, person, scopes } = takeCode(platform, presented, { unknown: refuse, redirectUri: refuse })
  const isContinuous = rules.alwaysContinuous || formValue(incoming, 'continuous_refresh') === 'true'
  const grant = tokens.grant({ clientId, person, scopes, tag: rules.environment })
  return issued(platform, grant, { isContinuous, kind: 'authorization_code' })
}

/** Exchanges a refresh token. The old one is gone even if the answer is lost. Scopes may be reduced, never extended. */
function refresh(platform: Platform, incoming: Incoming): Answer {
  const { rules, tokens } = platform
  const token = tokens.find(needed(incoming, 'refresh_token'))
  if (token?.use !== 'refresh' || !tokens.isLive(token) || token.grant.tag !== rules.environment)
    return refuseGrant(platform, 'refresh token')
  const requested = (formValue(incoming, 'scope') ?? '').split(/[ ,]+/).filter((one) => one !== '')
  const beyond = requested.find((one) => !token.grant.scopes.includes(one))
  if (beyond !== undefined) return invalid(`The scope '${beyond}' was not granted.`)
  if (rules.rotates) token.spent = true
  return issued(platform, token.grant, { isContinuous: rules.rotates, kind: 'refresh_token' })
}

function issued(
  { world, rules, tokens }: Platform,
  grant: Grant,
  { isContinuous, kind }: { isContinuous: boolean; kind: string },
): Answer {
  const access = tokens.issue(grant, 'access', rules.accessTokenMs)
  const refresh = tokens.issue(grant, 'refresh', rules.refreshTokenMs)
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      response_type: kind,
      access_token: access.text,
      token_type: 'bearer',
      expires_in: secondsLeft(world, access),
      scope: grant.scopes.join(rules.scopeSeparator),
      ...(isContinuous && {
        refresh_token: refresh.text,
        refresh_token_expires_in: secondsLeft(world, refresh),
        refresh_token_expires_at: Math.floor(refresh.untilMs / 1_000),
      }),
    },
  }
}
