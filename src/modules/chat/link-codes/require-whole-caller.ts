import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { catalogue } from '#tasks/catalogue.ts'

/** Refuses a key that is limited to some profiles: a chat acts for the whole user. */
export function requireWholeCaller({ onlyProfiles }: Caller): void {
  if (onlyProfiles)
    refuse('key_limited_to_profiles', {
      detail: 'A chat can access every profile of its user. Use a key without profile restrictions.',
    })
}

/** Refuses a key that may do less than a chat: it must not give itself more by linking one. */
export function requireScopesOfChats({ scopes }: Caller): void {
  if (!scopes) return
  const missing = catalogue.flatMap((task) => task.scopes).find((scope) => !scopes.has(scope))
  if (missing)
    refuse('scope_required', {
      detail: `A chat needs more access than this key has. Add the scope ${missing}, or sign in.`,
      requiredScope: missing,
    })
}
