import type { Caller } from '#kernel/caller.ts'
import type { PostId } from '#kernel/ids.ts'
import type { PostDeps } from '../../deps.ts'
import { postFor } from '../../post-for.ts'
import { presentApprovals } from '../present-approvals.ts'

export async function readApprovals(deps: PostDeps, caller: Caller, id: PostId) {
  return presentApprovals(deps, deps.db, await postFor(deps, deps.db, caller, id, 'viewer'))
}
