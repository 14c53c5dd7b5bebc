import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type IdeaId, toWire } from '#kernel/ids.ts'
import { resolveLabels } from '#modules/labels/index.ts'
import { findMediaByIds } from '#modules/media/index.ts'
import { createPostBody, createPosts, type PreparedPost, preparePosts } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { ideaFor } from './actions.ts'
import { draftText } from './state.ts'

/** Composes the draft of an idea: its text or title, its URL, its files and its labels. */
export async function prepareIdeaPost(deps: PlanningDeps, caller: Caller, id: IdeaId): Promise<PreparedPost> {
  const { idea } = await ideaFor(deps.db, caller, id, 'write')
  const { profileId } = idea
  const files = await findMediaByIds(deps.db, idea.mediaIds)
  const labels = await resolveLabels(deps.db, profileId, idea.labelIds, [])
  const input = createPostBody.parse({
    profileId: toWire('prof', profileId),
    content: draftText(idea),
    media: idea.mediaIds.flatMap((mediaId) => {
      const file = files.get(mediaId)
      return file ? [{ storagePath: file.storagePath, ...(file.altText ? { altText: file.altText } : {}) }] : []
    }),
    tags: labels.map(({ name }) => name),
    saveAsDraft: true,
  })
  const [prepared] = await preparePosts(deps, caller, profileId, [{ input, path: '' }])
  return prepared
}

/** Stores the draft of an idea, which has not been deleted in the meantime. */
export async function createIdeaPost(deps: PlanningDeps, tx: Tx, caller: Caller, id: IdeaId, prepared: PreparedPost) {
  await ideaFor(tx, caller, id, 'write')
  const [post] = await createPosts(deps, tx, caller, [prepared], () => ({ ideaId: id }))
  return post
}
