import type { Caller } from '#kernel/caller.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { listEntriesAbout } from '#modules/audit/index.ts'
import type { PostDeps } from '../../deps.ts'
import { postFor } from '../../post-for.ts'

const most = 1_000

/** Returns the audit entries of a post, newest first. */
export async function readPostAudit(deps: Pick<PostDeps, 'db' | 'clock'>, caller: Caller, id: PostId) {
  await postFor(deps, deps.db, caller, id, 'viewer')
  return listEntriesAbout(deps.db, toWire('post', id), most)
}
