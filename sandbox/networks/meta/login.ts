import { type Answer, type Incoming, ok, Refused } from '../../core/http/request.ts'
import { route } from '../../core/http/route.ts'
import type { Route } from '../../core/network.ts'
import { sandboxApp } from '../../core/oauth/client.ts'
import { type Code, takeCode } from '../../core/oauth/codes.ts'
import { readAllParams } from './params.ts'
import { badParam, refuse } from './refusals.ts'

/** The sign-in at Threads and at Instagram: tokens last an hour or 60 days, and the long-lived ones are renewed. */
interface LoginToken<Person> {
  readonly text: string
  readonly person: Person
  readonly scopes: readonly string[]
  readonly long: boolean
  readonly issuedAtMs: number
  readonly expiresAtMs: number | null
}

interface LoginRules<Person, Token extends LoginToken<Person>> {
  /** The prefix of the grant types. */
  readonly prefix: 'th' | 'ig'
  readonly calls: { readonly trade: string; readonly lengthen: string; readonly renew: string }
  readonly unknownCode: string
  /** True for a code of another product. */
  isForeign?(code: string): boolean
  refreshAfterMs(): number
  /** Returns the token in a request. Rejects an invalid one, and one of another product. */
  live(incoming: Incoming): Token
  /** Issues a token. `before` is the short-lived one that it continues. */
  issue(
    person: Person,
    given: { readonly long: boolean; readonly scopes: readonly string[]; readonly before?: Token },
  ): Token
  /** Returns the response to a code. */
  shown(token: Token): object
  /** Rejects a token that cannot be renewed. */
  checkRenewal(token: Token): void
}

interface Platform<Person> {
  readonly world: { readonly clock: { ms(): number } }
  readonly codes: Map<string, Code<Person>>
}

/**
 * Returns the routes that exchange a code for a short-lived token, exchange that for a long-lived one, and renew it.
 * Their URLs have no version.
 */
export function loginRoutes<Person, Token extends LoginToken<Person>>(
  platform: Platform<Person>,
  rules: LoginRules<Person, Token>,
): readonly Route[] {
  const { clock } = platform.world
  const answer = ({ text, expiresAtMs }: Token): Answer => {
    const expires_in = Math.floor(((expiresAtMs ?? 0) - clock.ms()) / 1_000)
    return ok({ access_token: text, token_type: 'bearer', expires_in })
  }
  return [
    route('POST', '/oauth/access_token', rules.calls.trade, { accepts: ['form', 'multipart'] }, (incoming) =>
      ok(rules.shown(trade(platform, rules, incoming))),
    ),
    route('GET', '/access_token', rules.calls.lengthen, { token: 'refresh' }, (incoming) => {
      requireGrant(incoming, `${rules.prefix}_exchange_token`)
      if (readAllParams(incoming).client_secret !== sandboxApp.secret)
        refuse({ message: 'Error validating client secret.', code: 100 })
      const before = rules.live(incoming)
      if (before.long) badParam('A short-lived access token is required for the exchange.')
      return answer(rules.issue(before.person, { long: true, scopes: before.scopes, before }))
    }),
    route('GET', '/refresh_access_token', rules.calls.renew, { token: 'refresh' }, (incoming) => {
      requireGrant(incoming, `${rules.prefix}_refresh_token`)
      const token = rules.live(incoming)
      rules.checkRenewal(token)
      if (!token.long) badParam('Only a long-lived access token can be refreshed.')
      if (clock.ms() - token.issuedAtMs < rules.refreshAfterMs())
        badParam('The access token must be at least 24 hours old to be refreshed.')
      return answer(rules.issue(token.person, { long: true, scopes: token.scopes }))
    }),
  ]
}

function requireGrant(incoming: Incoming, grantType: string): void {
  if (readAllParams(incoming).grant_type !== grantType) badParam(`grant_type must be ${grantType}`)
}

/** Rejects in the form that only the code exchange uses. */
function no(error_message: string): never {
  throw new Refused({ status: 400, body: { error_type: 'OAuthException', code: 400, error_message } })
}

function trade<Person, Token extends LoginToken<Person>>(
  platform: Platform<Person>,
  rules: LoginRules<Person, Token>,
  incoming: Incoming,
): Token {
  const { code = '', redirect_uri: redirectUri = null, ...params } = readAllParams(incoming)
  if (params.client_id !== sandboxApp.id) no('Invalid platform app')
  if (params.client_secret !== sandboxApp.secret) no('Error validating client secret.')
  if (params.grant_type !== 'authorization_code') no('Invalid grant_type: must be authorization_code.')
  const unknown = () => no(rules.unknownCode)
  if (rules.isForeign?.(code)) unknown()
  const wanted = 'Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request'
  const { person, scopes } = takeCode(
    platform,
    { code, redirectUri },
    {
      unknown,
      expired: () => no('This authorization code has expired'),
      redirectUri: () => no(`Error validating verification code. ${wanted}`),
    },
  )
  return rules.issue(person, { long: false, scopes })
}
