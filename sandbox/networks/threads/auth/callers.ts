import type { Incoming } from '../../../core/http/request.ts'
import { isAccountName } from '../../../core/people/accounts.ts'
import { readAllParams, secretIn } from '../../meta/params.ts'
import { refuse } from '../../meta/refusals.ts'
import { deadToken, unknownToken } from '../../meta/tokens.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Token } from '../state/records.ts'
import { absent, lacking } from '../wire/failures.ts'
import { findTokenError, issuedToken, nameIn } from './sealed.ts'

export function liveToken(platform: Platform, text: string | null): Token {
  if (text === null) return refuse({ message: 'An access token is required to request this resource.', code: 190 })
  const token = issuedToken(platform, text) ?? refuse(unknownToken)
  const death = findTokenError(platform, token)
  return death === null ? token : refuse(deadToken(death))
}

/** Returns the caller's token. Rejects an invalid one, or one without the required scopes. */
export function requireCaller(platform: Platform, incoming: Incoming, ...scopes: readonly string[]): Token {
  const token = liveToken(platform, secretIn(incoming))
  need(platform, token, 'threads_basic', ...scopes)
  return token
}

export function need(platform: Platform, { scopes: granted }: Token, ...scopes: readonly string[]): void {
  const missing = scopes.filter((scope) => !granted.includes(scope))
  if (missing.length > 0) lacking(platform, missing.join(', '))
}

/** Returns the person in the path, `me` or an ID. It must be the caller. */
export function requireSelf(platform: Platform, incoming: Incoming, ...scopes: readonly string[]): Person {
  const { person } = requireCaller(platform, incoming, ...scopes)
  const { user = 'me' } = incoming.params
  if (user !== 'me' && user !== person.id) absent(platform, user, incoming.method === 'POST' ? 'post' : 'get')
  return person
}

/** Returns only the name of the person behind a call, for faults and the call log. Has no side effects. */
export function findCallerName(platform: Platform, incoming: Incoming): string | null {
  const secret = secretIn(incoming)
  if (secret !== null) return nameIn(platform, secret)
  const { login, code } = readAllParams(incoming)
  if (login !== undefined) return isAccountName(login) ? login : null
  return platform.codes.get(code ?? '')?.person.name ?? null
}
