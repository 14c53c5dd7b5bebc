import type { Caller } from '#kernel/caller.ts'
import { type Refusal, refuse } from '#kernel/errors.ts'
import type { BulkEditId, PostId } from '#kernel/ids.ts'
import { updatePost } from '../actions/update-post.ts'
import type { PostDeps } from '../deps.ts'
import { refusalOf, requireVersion } from '../many/actions.ts'
import { inLanes } from './in-lanes.ts'
import { deleteEdit, deleteEditedPost, findEdit, findEditedPost, listEditedIds } from './store.ts'
import { briefMax, readPatch } from './wire-patch.ts'

interface UndoneRow {
  readonly postId: PostId
  readonly outcome: 'changed' | 'unchanged' | 'refused'
  readonly refusal: Refusal | null
}

/**
 * Gives each post back what an edit replaced. A post that was changed since is refused, and can be retried until the
 * edit expires.
 */
export async function undoEdit(deps: PostDeps, caller: Caller, id: BulkEditId): Promise<readonly UndoneRow[]> {
  if (!(await findEdit(deps.db, id, caller.uid))) refuse('bulk_edit_not_found')
  const undoOne = async (postId: PostId): Promise<UndoneRow> => {
    let outcome: UndoneRow['outcome'] = 'unchanged'
    const refusal = await refusalOf(async () => {
      if (await undoRow(deps, caller, id, postId)) outcome = 'changed'
    })
    return { postId, outcome: refusal ? 'refused' : outcome, refusal }
  }
  const results = await inLanes(await listEditedIds(deps.db, id), undoOne)
  if (results.every(({ refusal }) => refusal === null)) await deleteEdit(deps.db, id)
  return results
}

/** Returns false if another request has undone the row in the meantime. */
async function undoRow(deps: PostDeps, caller: Caller, id: BulkEditId, postId: PostId): Promise<boolean> {
  const row = await findEditedPost(deps.db, id, postId)
  if (!row) return false
  const patch = readPatch(row.before.patch)
  const { content = '', media, thread, platforms } = patch
  await updatePost(deps, caller, postId, patch, {
    // Its files were checked by the edit, which left them as they were.
    isBrief: !media && !thread && !platforms && content.length <= briefMax,
    keepsIntent: true,
    exact: row.before.exact,
    demand: (seen) => requireVersion(seen, row.version),
    finish: (tx) => deleteEditedPost(tx, id, postId),
  })
  return true
}
