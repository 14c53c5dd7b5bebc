import type { Act } from '../../../core/network.ts'
import { unpublish } from '../posts/publish.ts'
import { ownerNameOf, type Platform } from '../state/platform.ts'
import type { Author, Member, Organization, Role } from '../state/records.ts'

/**
 * The acts of members in their settings. An act on a member's name that concerns organizations applies to all of
 * theirs.
 */
export function createActs(platform: Platform): Readonly<Record<string, Act>> {
  const memberOf = (name: string): Member | null => platform.person(ownerNameOf(name) ?? name)
  const authorOf = (name: string): Author | null => platform.organization(name) ?? platform.person(name)
  const organizationsOf = (name: string): readonly Organization[] => {
    const one = platform.organization(name)
    return one ? [one] : (platform.person(name)?.organizations ?? [])
  }
  const become =
    (roleOf: (organization: Organization) => Role | null): Act =>
    (name) => {
      const all = organizationsOf(name)
      for (const one of all) one.role = roleOf(one)
      return { organizations: Object.fromEntries(all.map((one) => [one.name, one.role])) }
    }
  return {
    /** Revokes the app's access, as the member does under "permitted services". */
    revoke_access: (name) => {
      const member = memberOf(name)
      return member ? { grants: platform.tokens.endAll(member).length } : undefined
    },
    lose_role: become(() => null),
    weaken_role: become(() => 'ANALYST'),
    restore_role: become(({ usualRole }) => usualRole),
    fail_next_file: (name) => {
      const author = authorOf(name)
      if (author) author.failsNextFile = true
      return undefined
    },
    delete_latest: (name) => {
      const author = authorOf(name)
      const latest = author && platform.ofAuthor.get(author)?.findLast(({ deleted }) => !deleted)
      if (latest) unpublish(platform, latest)
      return { deleted: latest?.urn ?? null }
    },
  }
}
