import { sandboxApp } from '../../../core/oauth/client.ts'
import type { Tokens } from '../../../core/oauth/tokens.ts'
import type { Grant, Member } from '../state/records.ts'

/** Begins a grant. Another set of scopes than before ends everything that the member had granted. */
export function newGrant(tokens: Tokens<Member>, member: Member, scopes: readonly string[]): Grant {
  const set = setOf(scopes)
  if (member.scopes !== null && member.scopes !== set) tokens.endAll(member)
  member.scopes = set
  return tokens.grant({ clientId: sandboxApp.id, person: member, scopes })
}

/** A grant of an earlier run stays valid unless this run has seen a consent with another set of scopes. */
export function revives(member: Member, scopes: readonly string[]): boolean {
  const set = setOf(scopes)
  const isSame = member.scopes === null || member.scopes === set
  if (isSame) member.scopes = set
  return isSame
}

const setOf = (scopes: readonly string[]): string => [...scopes].sort().join(' ')
