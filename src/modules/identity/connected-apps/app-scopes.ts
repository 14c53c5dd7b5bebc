import { type Caller, hasRole, type Scope, scopeNames } from '#kernel/caller.ts'
import { OauthFault } from './oauth-fault.ts'

/**
 * The default scopes of an app, which are also announced to agents: enough to write, publish and follow posts. An app
 * that also manages profiles, accounts or webhooks must name those scopes.
 */
export const usualScopes: readonly Scope[] = [
  'profiles:read',
  'posts:read',
  'posts:write',
  'posts:publish',
  'media:write',
  'connections:read',
  'analytics:read',
]

/** All scopes except administrative ones. */
export const workScopes: readonly Scope[] = scopeNames.filter((scope) => !isForStaff(scope))

/** Reads the `scope` of a request: space-separated words. Defaults to `fallback`. */
export function readScopes(text: string | null, fallback: readonly Scope[]): readonly Scope[] {
  const words = [...new Set((text ?? '').split(' ').filter((word) => word !== ''))]
  if (words.length === 0) return fallback
  const unknown = words.find((word) => !isScope(word))
  if (unknown !== undefined)
    throw new OauthFault('invalid_scope', `The scope ${unknown.slice(0, 100)} doesn’t exist. See scopes_supported.`)
  return words.filter(isScope)
}

export const printScopes = (granted: readonly string[]): string => granted.join(' ')

const isScope = (word: string): word is Scope => (scopeNames as readonly string[]).includes(word)

/** True if a user with this role can grant the scope. */
export const mayGrant = (role: Caller['role'], scope: Scope): boolean => !isForStaff(scope) || hasRole(role, 'support')

function isForStaff(scope: Scope): boolean {
  return scope.startsWith('admin:')
}
