import type { FlagSettings } from './evaluate.ts'

/**
 * Every flag that the code reads. Other keys do not exist, so no one can set an unused flag. A flag removed here no
 * longer exists, whatever is stored. `settings` apply until an administrator changes them.
 */
export const knownFlags = {
  'member-invites': {
    description:
      'Admins of a profile can invite members. If off, no new invitations can be created, but existing ones stay valid.',
    settings: { enabled: true, variants: [{ name: 'on', weight: 100 }], rules: [] },
  },
} satisfies Record<string, KnownFlag>

export interface KnownFlag {
  readonly description: string
  readonly settings: FlagSettings
}

export type FlagKey = keyof typeof knownFlags
export const flagKeys = Object.keys(knownFlags) as readonly FlagKey[]
export const isFlagKey = (key: string): key is FlagKey => Object.hasOwn(knownFlags, key)
