import type { Incoming } from '../../../core/http/request.ts'
import { isAccountName } from '../../../core/people/accounts.ts'
import type { Platform } from '../state/platform.ts'
import type { Grant } from '../state/records.ts'
import { no } from '../wire/envelope.ts'
import { issuedToken, nameIn } from './sealed.ts'
import { formValue } from './token.ts'

/** Returns the caller's grant. Refuses an invalid token, or one with none of these scopes. */
export function callerOf(platform: Platform, incoming: Incoming, scopes: readonly string[]): Grant {
  const token = incoming.bearer === null ? null : issuedToken(platform, incoming.bearer)
  const isGood = token?.use === 'access' && !token.spent && !token.grant.dead
  if (!isGood || token.untilMs <= platform.world.clock.ms()) return no(platform, 401, 'access_token_invalid')
  const { grant } = token
  if (!scopes.some((scope) => grant.scopes.includes(scope))) no(platform, 401, 'scope_not_authorized')
  if (scopes.every((scope) => platform.rules.appLacks.includes(scope))) no(platform, 401, 'scope_permission_missed')
  return grant
}

/** Returns only the name of the person behind a call, for faults and the log. It creates nothing. */
export function nameBehind(platform: Platform, incoming: Incoming): string | null {
  if (incoming.bearer !== null) return nameIn(platform, incoming.bearer)
  const login = formValue(incoming, 'login') ?? incoming.query.get('login')
  if (login !== null) return isAccountName(login) ? login : null
  const upload = platform.uploads.get(incoming.query.get('upload_id') ?? '')
  if (upload) return upload.job.person.name
  const code = platform.codes.get(formValue(incoming, 'code') ?? '')
  if (code) return code.person.name
  const token = formValue(incoming, 'refresh_token') ?? formValue(incoming, 'token')
  return token === null ? null : nameIn(platform, token)
}
