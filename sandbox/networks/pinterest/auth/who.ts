import { type Incoming, Refused } from '../../../core/http/request.ts'
import { isAccountName } from '../../../core/people/accounts.ts'
import type { Platform } from '../state/platform.ts'
import type { Grant, Person } from '../state/records.ts'
import { no, said, unknownToken } from '../wire/no.ts'
import { issuedToken, nameIn } from './sealed.ts'
import { formValue } from './token.ts'

/** The caller of an authorized request. `callerOf` checks the token first, then its scopes, then the person. */
export interface Caller {
  readonly person: Person
  readonly grant: Grant
}

export function callerOf(platform: Platform, { bearer }: Incoming, scopes: readonly string[]): Caller {
  const token = bearer === null ? null : issuedToken(platform, bearer)
  const { rules, world } = platform
  const isGood = token?.use === 'access' && !token.spent && !token.grant.dead
  if (!isGood || token.grant.environment !== rules.environment) throw new Refused(unknownToken())
  if (token.untilMs <= world.clock.ms()) throw new Refused(expired(platform))
  const { grant } = token
  const lacks = scopes.filter((scope) => !grant.scopes.includes(scope))
  if (lacks.length > 0) return no(403, 3, `Not authorized to access board or Pin. Missing: ['${lacks.join("', '")}'].`)
  const { person } = grant
  if (person.standing === 'disapproved') return no(403, 2_625, 'Your account has been disapproved.')
  if (person.standing === 'in_review') return no(403, 2_626, 'Your account is under review.')
  return { person, grant }
}

export const expired = ({ rules }: Platform) =>
  rules.expiredCode === 2
    ? unknownToken()
    : said(401, rules.expiredCode, 'Authentication failed: the token has expired.')

/** Returns only the name of the person behind a call, for faults and the log. It creates nothing. */
export function nameBehind(platform: Platform, incoming: Incoming): string | null {
  if (incoming.bearer !== null) return nameIn(platform, incoming.bearer)
  const login = formValue(incoming, 'login') ?? incoming.query.get('login')
  if (login !== null) return isAccountName(login) ? login : null
  const code = platform.codes.get(formValue(incoming, 'code') ?? '')
  if (code) return code.person.name
  const token = formValue(incoming, 'refresh_token')
  if (token !== null) return nameIn(platform, token)
  return platform.videos.get(incoming.params.upload ?? '')?.person.name ?? null
}
