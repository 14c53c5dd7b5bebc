import { type Incoming, Refused } from '../../../core/http/request.ts'
import type { AppTrouble, Platform } from '../state/platform.ts'
import type { Grant, Person } from '../state/records.ts'
import { legacy, no, type Problem, typeOf, unauthorized } from '../wire/problems.ts'

/** Requirements of a call. They are checked in this order: the token, its scopes, the app and the person. */
interface Allowed {
  readonly scopes: readonly string[]
  /** True for a call that costs nothing, so that neither credits nor a cap can block it. */
  readonly free?: boolean
}

export function requireCaller(platform: Platform, incoming: Incoming, { scopes, free = false }: Allowed): Person {
  const grant = grantOf(platform, incoming)
  // The real network gives no more details about a missing scope.
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

function grantOf({ tokens, bearers }: Platform, { bearer }: Incoming): Grant {
  if (bearer !== null && bearers.has(bearer))
    return no(403, {
      title: 'Unsupported Authentication',
      detail:
        'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
      type: typeOf('unsupported-authentication'),
    })
  const token = bearer === null ? null : tokens.find(bearer)
  if (token?.use !== 'access' || !tokens.isLive(token)) throw new Refused(unauthorized())
  return token.grant
}

function checkApp({ app }: Platform, clientId: string): void {
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
