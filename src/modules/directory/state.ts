import { type Role, roles } from '#kernel/caller.ts'
import { type GrantedRole, grantedRoles } from '#modules/profiles/index.ts'

/** The role that groups give, and the one that a person has apart from them. Null for none. */
interface Known<R> {
  readonly given: R
  readonly own: R | null
}

interface Next<R> {
  /** The role from now on. */
  readonly role: R | null
  /** The roles to store. Null once no group gives anything. */
  readonly known: Known<R> | null
}

/**
 * Decides a role that groups can raise. The highest role of all groups counts, and never lowers the one that someone
 * gave manually. If the role differs from what the groups last set, someone has changed it manually since then.
 */
function follow<R>(
  order: readonly R[],
  {
    current,
    known,
    wanted,
  }: { readonly current: R | null; readonly known: Known<R> | null; readonly wanted: R | null },
): Next<R> {
  const rank = (role: R | null): number => (role === null ? -1 : order.indexOf(role))
  const higher = (a: R | null, b: R | null): R | null => (rank(a) >= rank(b) ? a : b)
  const isOurs = known !== null && higher(known.own, known.given) === current
  const own = isOurs ? known.own : current
  if (wanted === null) return { role: own, known: null }
  return { role: higher(own, wanted), known: { given: wanted, own } }
}

type Input<R> = Parameters<typeof follow<R>>[1]

/** Decides a membership in a brand. */
export const followMembership = (input: Input<GrantedRole>): Next<GrantedRole> => follow(grantedRoles, input)

/** Decides the role in the installation, which everyone has. */
export const followRole = (input: Input<Role>): Next<Role> => follow(roles, input)
