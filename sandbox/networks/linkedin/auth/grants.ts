import { sandboxApp } from '../../../core/oauth/client.ts'
import type { Tokens } from '../../../core/oauth/tokens.ts'
import type { Grant, Member } from '../state/records.ts'

/** Creates a grant. A different set of scopes revokes everything that the member had granted. */
export function newGrant(tokens: Tokens<Member>, member: Member, scopes: readonly string[]): Grant {
  const set = scopeKey(scopes)
  if (member.scopes !== null && member.scopes !== set) tokens.endAll(member)
  member.scopes = set
  return tokens.grant({ clientId: sandboxApp.id, person: member, scopes })
}

/**
 * Returns whether a grant of an earlier run is still valid: unless this run has seen a consent with a different set of
 * scopes.
 */
export function revives(member: Member, scopes: readonly string[]): boolean {
  const set = scopeKey(scopes)
  const isSame = member.scopes === null || member.scopes === set
  if (isSame) member.scopes = set
  return isSame
}

const scopeKey = (scopes: readonly string[]): string => [...scopes].sort().join(' ')
