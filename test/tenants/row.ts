import type { Form } from '../harness/form.ts'
import type { World } from './world.ts'

/** The roles in ascending order. */
export const profileRoles = ['viewer', 'editor', 'admin', 'owner'] as const
export type ProfileRole = (typeof profileRoles)[number]

export interface Row {
  /**
   * The minimum role on the named profile. `its person`: the object belongs to one user, and no role on a profile
   * suffices. `nothing`: the route reads or changes only the caller's own data.
   */
  readonly needs: ProfileRole | 'its person' | 'nothing'
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
