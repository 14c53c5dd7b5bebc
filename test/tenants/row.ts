import type { Form } from '../harness/form.ts'
import type { World } from './world.ts'

type Right = 'read' | 'write' | 'publish' | 'approve' | 'manage' | 'own'

/** The rights of each role, stated apart from the service. */
const rights = {
  viewer: ['read'],
  contributor: ['read', 'write'],
  approver: ['read', 'approve'],
  editor: ['read', 'write', 'publish', 'approve'],
  admin: ['read', 'write', 'publish', 'approve', 'manage'],
  owner: ['read', 'write', 'publish', 'approve', 'manage', 'own'],
} as const satisfies Readonly<Record<string, readonly Right[]>>
export type ProfileRole = keyof typeof rights

export const hasRight = (role: ProfileRole, right: Right): boolean => (rights[role] as readonly Right[]).includes(right)

export interface Row {
  /**
   * The right on the named profile. `its person`: the object belongs to one user, and no role on a profile
   * suffices. `nothing`: the route reads or changes only the caller's own data.
   */
  readonly needs: Right | 'its person' | 'nothing'
  /** The values of the path parameters, in order: objects of the owner. */
  readonly path?: (world: World) => readonly string[] | Promise<readonly string[]>
  readonly body?: (world: World) => unknown
  /** The required query parameters. */
  readonly query?: (world: World) => Readonly<Record<string, string>>
  /** A form with a file, instead of a body. */
  readonly form?: (world: World) => Form
  /** Set if the call removes what other calls need, or the caller. Each permitted caller then gets its own world. */
  readonly spends?: true
  /** Rejected for any key that is limited to certain profiles. */
  readonly wholeKeysOnly?: true
  /** Other responses to permitted callers, in addition to a success and a 4xx that is not 400, 401, 403 or 404. */
  readonly also?: readonly string[]
}
