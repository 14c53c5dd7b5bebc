import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import { int64 } from '../../../core/kit/int64.ts'
import type { Route } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { loginRoutes } from '../../meta/login.ts'
import { paramsOf, secretIn } from '../../meta/params.ts'
import { badParam, refuse } from '../../meta/refusals.ts'
import { unknownToken } from '../../meta/tokens.ts'
import { type Platform, version } from '../state/platform.ts'
import type { Person, Token } from '../state/records.ts'
import { liveToken, need } from './callers.ts'
import { appToken, deathOf, issuedToken, issueToken } from './sealed.ts'

/** The routes that give tokens to the app, renew them, and describe them. */
export function tokenRoutes(platform: Platform): readonly Route[] {
  return [
    ...loginRoutes<Person, Token>(platform, {
      prefix: 'th',
      calls: { trade: 'token', lengthen: 'longToken', renew: 'refreshToken' },
      unknownCode: 'Invalid verification code format or the authorization code has been used',
      refreshAfterMs: () => platform.rules.refreshAfterMs,
      live: (incoming) => liveToken(platform, secretIn(incoming)),
      issue: (person, { long, scopes, before }) =>
        issueToken(platform, person, { long, scopes, ...(before && { permittedUntilMs: before.permittedUntilMs }) }),
      shown: ({ text, person }) => ({ access_token: text, user_id: int64(person.id) }),
      checkRenewal(token) {
        need(platform, token, 'threads_basic')
        if (token.person.isPrivate && !platform.rules.refreshesPrivate)
          badParam('Tokens of private profiles cannot be refreshed.')
      },
    }),
    route('GET', '/oauth/access_token', 'appToken', noToken, tellAppToken),
    ...['/debug_token', `${version}/debug_token`].map(
      (path): Route =>
        route('GET', path, 'debugToken', noToken, (incoming) => ok({ data: shownDebug(platform, incoming) })),
    ),
  ]
}

function tellAppToken(incoming: Incoming): Answer {
  const { grant_type: grantType, client_id: id, client_secret: secret } = paramsOf(incoming)
  if (grantType !== 'client_credentials') badParam('grant_type must be client_credentials')
  if (id !== sandboxApp.id || secret !== sandboxApp.secret)
    refuse({ message: 'Error validating client secret.', code: 100 })
  return ok({ access_token: appToken, token_type: 'bearer' })
}

/** Returns the details of a token, to the app itself or to a holder of a valid token. */
function shownDebug(platform: Platform, incoming: Incoming): object {
  const { input_token: input } = paramsOf(incoming)
  if (secretIn(incoming) !== appToken) liveToken(platform, secretIn(incoming))
  const token = issuedToken(platform, input ?? badParam('The parameter input_token is required'))
  if (token === null) return { error: { code: 190, message: unknownToken.message }, is_valid: false, scopes: [] }
  const seconds = (ms: number) => Math.floor(ms / 1_000)
  return {
    type: 'USER',
    application: sandboxApp.title,
    app_id: sandboxApp.id,
    data_access_expires_at: seconds(token.permittedUntilMs),
    expires_at: seconds(token.expiresAtMs),
    is_valid: deathOf(platform, token) === null,
    issued_at: seconds(token.issuedAtMs),
    scopes: token.scopes,
    user_id: token.person.id,
  }
}
