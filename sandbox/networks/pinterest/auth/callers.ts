import { type Incoming, Refused } from '../../../core/http/request.ts'
import { findCallerName as nameInToken } from '../../../core/oauth/client.ts'
import type { Platform } from '../state/platform.ts'
import type { Grant, Person } from '../state/records.ts'
import { no, responded, unknownToken } from '../wire/refusals.ts'

/** The caller of an authorized request. `requireCaller` checks the token first, then its scopes, then the person. */
export interface Caller {
  readonly person: Person
  readonly grant: Grant
}

export function requireCaller(platform: Platform, { bearer }: Incoming, scopes: readonly string[]): Caller {
  const { rules, world, tokens } = platform
  const token = bearer === null ? null : tokens.find(bearer)
  const isGood = token?.use === 'access' && !token.spent && !token.grant.dead
  if (!isGood || token.grant.tag !== rules.environment) throw new Refused(unknownToken())
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
    : responded(401, rules.expiredCode, 'Authentication failed: the token has expired.')

/** Returns only the name of the person behind a call, for faults and the call log. An upload URL needs no token. */
export const findCallerName = (platform: Platform, incoming: Incoming): string | null =>
  nameInToken(platform, incoming) ?? platform.videos.get(incoming.params.upload ?? '')?.person.name ?? null
