import type { Incoming } from '../../../core/http/request.ts'
import { findCallerName as nameInToken } from '../../../core/oauth/client.ts'
import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'
import { no } from '../wire/errors.ts'

/** Returns the caller, whose login has a channel. Rejects an invalid token, or one with none of these scopes. */
export function requireCaller(platform: Platform, incoming: Incoming, scopes: readonly string[]): Person {
  const grant = requireGrant(platform, incoming)
  if (!scopes.some((scope) => grant.scopes.includes(scope)))
    no(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
  const { person } = grant
  if (person.isSuspended) no(403, 'authenticatedUserAccountSuspended', "The authenticated user's account is suspended.")
  return person
}

export function requireGrant({ tokens }: Platform, { bearer }: Incoming) {
  const token = bearer === null ? null : tokens.find(bearer)
  if (token?.use !== 'access' || !tokens.isLive(token))
    return no(401, 'authError', 'Request had invalid authentication credentials.')
  return token.grant
}

/** Returns only the name of the person behind a call, for faults and the call log. */
export function findCallerName(platform: Platform, incoming: Incoming): string | null {
  const session = platform.sessions.get(incoming.query.get('upload_id') ?? '')
  return nameInToken(platform, incoming) ?? session?.person.name ?? null
}
