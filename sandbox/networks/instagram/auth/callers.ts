import type { Incoming } from '../../../core/http/request.ts'
import { isAccountName } from '../../../core/people/accounts.ts'
import { readAllParams, secretIn } from '../../meta/params.ts'
import { checkProof } from '../../meta/proof.ts'
import { noObject, refuse } from '../../meta/refusals.ts'
import { deadToken, unknownToken } from '../../meta/tokens.ts'
import { type Platform, pagesOf } from '../state/platform.ts'
import type { Person, Token } from '../state/records.ts'
import { type Need, needs } from './scopes.ts'
import { findTokenError, issuedToken, nameIn } from './sealed.ts'

export function liveToken(platform: Platform, text: string | null): Token {
  if (text === null) return refuse({ message: 'An access token is required to request this resource.', code: 190 })
  const token = issuedToken(platform, text) ?? refuse(unknownToken)
  const death = findTokenError(platform, token)
  return death === null ? token : refuse(deadToken(death))
}

/** Returns the caller's token. Rejects an invalid one, and a call through Facebook with a wrong proof. */
export function tokenOf(platform: Platform, incoming: Incoming): Token {
  const token = liveToken(platform, secretIn(incoming))
  if (token.way === 'pages')
    checkProof(readAllParams(incoming), token.text, { isDemanded: platform.rules.requiresProof })
  return token
}

export function need({ way, scopes: granted }: Token, ...wanted: readonly Need[]): void {
  const missing = wanted.filter((one) => !granted.some((scope) => scope === needs[one][way]))
  if (missing.length > 0)
    refuse({
      message: `(#10) Application does not have permission for this action: ${missing.map((one) => needs[one][way] ?? needs[one].pages).join(', ')}`,
      code: 10,
    })
}

const verbs = { POST: 'post', DELETE: 'delete' } as const
export const verbOf = ({ method }: Incoming) => verbs[method as keyof typeof verbs] ?? 'get'

/**
 * Returns the account that the caller acts as: their own or, through Facebook, that of a page that they chose. Any
 * other appears not to exist.
 */
export function callerOf(platform: Platform, incoming: Incoming, ...wanted: readonly Need[]): Person {
  const token = tokenOf(platform, incoming)
  need(token, 'basic', ...wanted)
  const { person, way, pages } = token
  const linked = pagesOf(person).find(({ isLinked }) => isLinked)
  if (way === 'pages' && !(linked && pages.includes(linked.id))) noObject(person.id, verbOf(incoming))
  return person
}

/** Returns the account in the path, `me` or an ID. It must be the caller's. */
export function accountOf(platform: Platform, incoming: Incoming, ...wanted: readonly Need[]): Person {
  const person = callerOf(platform, incoming, ...wanted)
  const { account = '' } = incoming.params
  const isMe = account === 'me' && tokenOf(platform, incoming).way === 'login'
  return isMe || account === person.id ? person : noObject(account, verbOf(incoming))
}

/** Returns only the name of the person behind a call, for faults and the call log. Has no side effects. */
export function findCallerName(platform: Platform, incoming: Incoming): string | null {
  const params = readAllParams(incoming)
  const secret = secretIn(incoming) ?? params.fb_exchange_token
  if (secret !== undefined) return nameIn(platform, secret)
  const { login, code } = params
  if (login !== undefined) return isAccountName(login) ? login : null
  return platform.codes.get(code ?? '')?.person.name ?? null
}
