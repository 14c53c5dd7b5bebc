import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Refusal, refuse } from '#kernel/errors.ts'
import type { BulkEditId, PostId } from '#kernel/ids.ts'
import { changePosts } from '../actions/change-posts.ts'
import { prepareChange } from '../actions/update-post.ts'
import type { PostDeps } from '../deps.ts'
import { nothingFetched } from '../draft/fetch-media.ts'
import { requireVersion } from '../many/actions.ts'
import { deleteEdit, deleteEditedPosts, type EditedPost, findEdit, listEditedIds, listEditedPosts } from './store.ts'
import { inGroups, togetherOrAlone } from './together-or-alone.ts'
import { briefMax, readPatch, type WirePatch } from './wire-patch.ts'

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
  const results = await inGroups(await listEditedIds(deps.db, id), (some) => undoSome(deps, caller, id, some))
  if (results.every(({ refusal }) => refusal === null)) await deleteEdit(deps.db, id)
  return results
}

/** Another request may have undone some of the posts in the meantime. They are unchanged. */
async function undoSome(
  deps: PostDeps,
  caller: Caller,
  id: BulkEditId,
  ids: readonly PostId[],
): Promise<readonly UndoneRow[]> {
  const rows = await listEditedPosts(deps.db, id, ids)
  const undone = await togetherOrAlone<EditedPost, UndoneRow>(rows, {
    isShort: ({ before }) => isBrief(before.patch),
    async work(some) {
      await undoRows(deps, caller, id, some)
      return some.map(({ postId }) => ({ postId, outcome: 'changed', refusal: null }))
    },
    refused: ({ postId }, refusal) => ({ postId, outcome: 'refused', refusal }),
  })
  const byPost = new Map([...undone.values()].map((row) => [row.postId, row]))
  return ids.map((postId) => byPost.get(postId) ?? { postId, outcome: 'unchanged', refusal: null })
}

/** True if the files of a post need no check. The edit checked them, and left them as they were. */
const isBrief = ({ content = '', media, thread, platforms }: WirePatch): boolean =>
  !media && !thread && !platforms && String(content).length <= briefMax

async function undoRows(deps: PostDeps, caller: Caller, id: BulkEditId, rows: readonly EditedPost[]): Promise<void> {
  const changes = rows.map(({ postId, version, before: { patch, exact } }) => ({
    ...{ id: postId, patch: readPatch(patch), exact, keepsIntent: true },
    demand: (seen: { readonly version: number }) => requireVersion(seen, version),
  }))
  const [first] = changes
  const isLong = rows[0] && !isBrief(rows[0].before.patch)
  const fetched = first && isLong ? await prepareChange(deps, caller, first) : nothingFetched
  await inTx(deps.db, async (tx) => {
    await changePosts(
      deps,
      tx,
      caller,
      changes.map((change) => ({ ...change, fetched })),
    )
    await deleteEditedPosts(
      tx,
      id,
      rows.map(({ postId }) => postId),
    )
  })
}
