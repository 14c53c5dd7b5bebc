import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import type { Platform } from '../state/platform.ts'
import { invalid, no, unknownToken } from '../wire/no.ts'
import { app, isApp } from './apps.ts'
import { issuedToken, issueTokens, newGrant, type Tokens } from './sealed.ts'

/** The routes that exchange codes for tokens and refresh tokens. */
export function tokenRoutes(platform: Platform): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/oauth/token',
      call: 'token',
      accepts: ['form'],
      token: 'refresh',
      handle(incoming) {
        if (!isApp(incoming)) throw new Refused(unknownToken())
        const kind = formValue(incoming, 'grant_type')
        if (kind === 'authorization_code') return grantCode(platform, incoming)
        return kind === 'refresh_token' ? refresh(platform, incoming) : invalid(`'${kind}' is not a known grant_type.`)
      },
    },
  ]
}

export const formValue = ({ body }: Incoming, name: string): string | null =>
  body.kind === 'form' ? (body.fields.find(([key]) => key === name)?.[1] ?? null) : null

const needed = (incoming: Incoming, name: string): string =>
  formValue(incoming, name) ?? invalid(`'${name}' is a required property`)

export function refusedGrant({ rules }: Platform, what: string): never {
  if (rules.refusedGrant === 401) throw new Refused(unknownToken())
  return no(400, 283, `The ${what} is invalid or has expired.`)
}

function grantCode(platform: Platform, incoming: Incoming): Answer {
  const text = needed(incoming, 'code')
  const redirectUri = needed(incoming, 'redirect_uri')
  const code = platform.codes.get(text)
  // A code can be presented once, even if the exchange fails.
  platform.codes.delete(text)
  if (!code || code.redirectUri !== redirectUri || code.expiresAtMs <= platform.world.clock.ms())
    return refusedGrant(platform, 'authorization code')
  const { clientId, person, scopes } = code
  const tokens = issueTokens(platform, newGrant(platform, { clientId, person, scopes }))
  const isContinuous = platform.rules.alwaysContinuous || formValue(incoming, 'continuous_refresh') === 'true'
  return shown(platform, tokens, isContinuous, 'authorization_code')
}

/** Exchanges a refresh token. The old one is gone even if the answer is lost. Scopes may be reduced, never extended. */
function refresh(platform: Platform, incoming: Incoming): Answer {
  const token = issuedToken(platform, needed(incoming, 'refresh_token'))
  const { rules, world } = platform
  const isGood = token?.use === 'refresh' && token.grant.clientId === app.id && !token.spent && !token.grant.dead
  if (!isGood || token.untilMs <= world.clock.ms() || token.grant.environment !== rules.environment)
    return refusedGrant(platform, 'refresh token')
  const asked = (formValue(incoming, 'scope') ?? '').split(/[ ,]+/).filter((one) => one !== '')
  const beyond = asked.find((one) => !token.grant.scopes.includes(one))
  if (beyond !== undefined) return invalid(`The scope '${beyond}' was not granted.`)
  if (rules.rotates) token.spent = true
  return shown(platform, issueTokens(platform, token.grant), rules.rotates, 'refresh_token')
}

function shown(platform: Platform, { access, refresh: next }: Tokens, withRefresh: boolean, kind: string): Answer {
  const nowMs = platform.world.clock.ms()
  const secondsUntil = (ms: number) => Math.floor((ms - nowMs) / 1_000)
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      response_type: kind,
      access_token: access.text,
      token_type: 'bearer',
      expires_in: secondsUntil(access.untilMs),
      scope: access.grant.scopes.join(platform.rules.scopeSeparator),
      ...(withRefresh
        ? {
            refresh_token: next.text,
            refresh_token_expires_in: secondsUntil(next.untilMs),
            refresh_token_expires_at: Math.floor(next.untilMs / 1_000),
          }
        : {}),
    },
  }
}
