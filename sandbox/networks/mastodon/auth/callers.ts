import { type Incoming, Refused } from '../../../core/http/request.ts'
import { isAccountName } from '../../../core/people/accounts.ts'
import { allScopes, type Instance } from '../state/platform.ts'
import type { Account, Standing, Token } from '../state/records.ts'
import { no, tokenRefused } from '../wire/refusals.ts'
import { issuedToken } from './sealed.ts'

/** Identifies the caller. The token is checked first, then its scopes, then the state of its account. */

export interface Caller {
  readonly account: Account
  readonly token: Token
}

const ownTokenPrefix = 'sandbox-token-'

/** Requires a call on behalf of a person, with one of these scopes. */
export function requireCaller(instance: Instance, incoming: Incoming, ...scopes: readonly string[]): Caller {
  const token = tokenOf(instance, incoming, scopes)
  const { account } = token
  if (account === null) return no(422, 'This method requires an authenticated user')
  const refusal = loginRefusals[account.standing]
  return refusal === null ? { account, token } : no(403, refusal)
}

/** Accepts a public call. A token is optional, but must be valid if present. */
export function viewerOf(instance: Instance, incoming: Incoming, ...scopes: readonly string[]): Account | null {
  return incoming.bearer === null ? null : tokenOf(instance, incoming, scopes).account
}

export function tokenOf(instance: Instance, incoming: Incoming, scopes: readonly string[]): Token {
  const token = incoming.bearer === null ? null : knownToken(instance, incoming.bearer)
  if (token === null || token.account?.standing === 'deleted') throw new Refused(tokenRefused('is invalid'))
  if (token.revoked) throw new Refused(tokenRefused('was revoked'))
  if (scopes.length > 0 && !scopes.some((scope) => covers(token.scopes, scope)))
    return no(403, 'This action is outside the authorized scopes')
  return token
}

/** True if the granted scopes include the requested one: `write` covers `write:statuses`. */
const covers = (granted: readonly string[], wanted: string): boolean =>
  granted.includes(wanted) || granted.includes(wanted.split(':')[0] ?? '')

/** Finds a token. A token of the kind that people create in their preferences exists from its first use. */
export function knownToken(instance: Instance, text: string): Token | null {
  const known = issuedToken(instance, text)
  if (known || !text.startsWith(ownTokenPrefix)) return known ?? null
  const account = instance.person(text.slice(ownTokenPrefix.length))
  if (account === null) return null
  const token: Token = {
    text,
    app: instance.ownApp,
    account,
    scopes: allScopes,
    createdAt: instance.world.clock.now(),
    revoked: false,
  }
  instance.tokens.set(text, token)
  return token
}

export const ownTokenOf = (name: string): string => `${ownTokenPrefix}${name}`

/** Returns only the calling account's name, for faults and the call log. Has no side effects. */
export function findCallerName(instance: Instance, incoming: Incoming): string | null {
  const { bearer, query } = incoming
  if (bearer !== null) {
    const name = bearer.startsWith(ownTokenPrefix) ? bearer.slice(ownTokenPrefix.length) : ''
    return isAccountName(name) ? name : (issuedToken(instance, bearer)?.account?.name ?? null)
  }
  const login = query.get('login')
  return login !== null && isAccountName(login) ? login : null
}

const loginRefusals: Readonly<Record<Standing, string | null>> = {
  active: null,
  unconfirmed: 'Your login is missing a confirmed e-mail address',
  pending: 'Your login is currently pending approval',
  disabled: 'Your login is currently disabled',
  suspended: 'Your login is currently disabled',
  deleted: 'Your login is currently disabled',
}
