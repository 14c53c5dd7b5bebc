import { type Incoming, Refused } from '../../../core/http/request.ts'
import { isAccountName } from '../../../core/people/accounts.ts'
import type { AppTrouble, Platform } from '../state/platform.ts'
import type { Person, Token } from '../state/records.ts'
import { legacy, no, type Problem, typeOf, unauthorized } from '../wire/problems.ts'
import { issuedToken, nameIn } from './sealed.ts'
import { formValue } from './token.ts'

/** Requirements of a call. They are checked in this order: the token, its scopes, the app and the person. */
export interface Allowed {
  readonly scopes: readonly string[]
  /** True for a call that costs nothing, so that neither credits nor a cap can stop it. */
  readonly free?: boolean
}

export function callerOf(platform: Platform, incoming: Incoming, { scopes, free = false }: Allowed): Person {
  const { grant } = tokenOf(platform, incoming)
  // The real network says no more than this about a missing scope.
  if (!scopes.every((scope) => grant.scopes.includes(scope))) return no(403, { title: 'Forbidden' })
  if (!free) checkApp(platform, grant.clientId)
  const { person } = grant
  if (person.standing === 'suspended')
    return no(403, {
      title: 'Forbidden',
      detail: 'Your account is suspended and is not permitted to access this feature.',
      type: typeOf('user-suspended'),
    })
  if (person.standing === 'locked')
    return legacy(
      403,
      326,
      'To protect our users from spam and other malicious activity, this account is temporarily locked. Please log in to https://x.com to unlock your account.',
    )
  return person
}

function tokenOf(platform: Platform, { bearer }: Incoming): Token {
  if (bearer !== null && platform.bearers.has(bearer))
    return no(403, {
      title: 'Unsupported Authentication',
      detail:
        'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
      type: typeOf('unsupported-authentication'),
    })
  const token = bearer === null ? null : issuedToken(platform, bearer)
  const isGood = token?.use === 'access' && !token.spent && !token.grant.dead
  if (!isGood || token.untilMs <= platform.world.clock.ms()) throw new Refused(unauthorized())
  return token
}

export function checkApp({ app }: Platform, clientId: string): void {
  if (app.trouble === 'none') return
  const [status, what] = troubles[app.trouble](clientId)
  no(status, what)
}

const troubles: Readonly<Record<Exclude<AppTrouble, 'none'>, (clientId: string) => readonly [number, Problem]>> = {
  no_credits: (clientId) => [
    402,
    {
      title: 'CreditsDepleted',
      detail: `Your enrolled account [${clientId}] does not have any credits to fulfill this request.`,
      type: typeOf('credits'),
    },
  ],
  usage_capped: () => [
    429,
    {
      title: 'UsageCapExceeded',
      detail: 'Usage cap exceeded: Monthly product cap',
      type: typeOf('usage-capped'),
      period: 'Monthly',
      scope: 'Product',
      product_name: 'standard-basic',
    },
  ],
  not_enrolled: (clientId) => [
    403,
    {
      title: 'Client Forbidden',
      detail:
        'When authenticating requests to the Twitter API v2 endpoints, you must use keys and tokens from a Twitter developer App that is attached to a Project. You can create a project via the developer portal.',
      type: typeOf('client-forbidden'),
      reason: 'client-not-enrolled',
      required_enrollment: 'Appropriate Level of API Access',
      client_id: clientId,
    },
  ],
}

/** Returns only the name of the person behind a call, for faults and the log. It creates nothing. */
export function nameBehind(platform: Platform, incoming: Incoming): string | null {
  if (incoming.bearer !== null) return nameIn(platform, incoming.bearer)
  const login = formValue(incoming, 'login') ?? incoming.query.get('login')
  if (login !== null) return isAccountName(login) ? login : null
  const code = platform.codes.get(formValue(incoming, 'code') ?? '')
  if (code) return code.person.name
  const token = formValue(incoming, 'refresh_token') ?? formValue(incoming, 'token')
  return token === null ? null : nameIn(platform, token)
}
