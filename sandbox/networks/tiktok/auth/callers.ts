import type { Incoming } from '../../../core/http/request.ts'
import { findCallerName as nameInToken } from '../../../core/oauth/client.ts'
import type { Platform } from '../state/platform.ts'
import type { Grant } from '../state/records.ts'
import { no } from '../wire/envelope.ts'

/** Returns the caller's grant. Rejects an invalid token, or one with none of these scopes. */
export function requireCaller(platform: Platform, { bearer }: Incoming, scopes: readonly string[]): Grant {
  const { tokens, rules } = platform
  const token = bearer === null ? null : tokens.find(bearer)
  if (token?.use !== 'access' || !tokens.isLive(token)) return no(platform, 401, 'access_token_invalid')
  const { grant } = token
  if (!scopes.some((scope) => grant.scopes.includes(scope))) no(platform, 401, 'scope_not_authorized')
  if (scopes.every((scope) => rules.appLacks.includes(scope))) no(platform, 401, 'scope_permission_missed')
  return grant
}

/** Returns only the name of the person behind a call, for faults and the call log. An upload URL needs no token. */
export function findCallerName(platform: Platform, incoming: Incoming): string | null {
  const upload = platform.uploads.get(incoming.query.get('upload_id') ?? '')
  return nameInToken(platform, incoming) ?? upload?.job.person.name ?? null
}
