import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type IdeaId, toWire } from '#kernel/ids.ts'
import { resolveLabels } from '#modules/labels/index.ts'
import { findMediaByIds } from '#modules/media/index.ts'
import { createPostBody, createPosts, type PreparedPost, preparePosts } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { ideaFor } from './actions.ts'
import type { DraftBody } from './schema.ts'
import { draftText } from './state.ts'
import { findPostOfIdea } from './store.ts'

/** Composes the draft of an idea: its text or title, its URL, its files and its labels. */
export async function prepareIdeaPost(
  deps: PlanningDeps,
  caller: Caller,
  id: IdeaId,
  { scheduledAt }: DraftBody,
): Promise<PreparedPost> {
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
    ...(scheduledAt && { scheduledAt: scheduledAt.toISOString() }),
  })
  const [prepared] = await preparePosts(deps, caller, profileId, [{ input, path: '' }])
  return prepared
}

interface NewPost {
  readonly id: IdeaId
  readonly input: DraftBody
  readonly prepared: PreparedPost
}

/**
 * Stores the draft of an idea, which has not been deleted in the meantime. The profile is locked, so of two calls with
 * `unusedOnly` one is refused.
 */
export async function createIdeaPost(
  deps: PlanningDeps,
  tx: Tx,
  caller: Caller,
  { id, input: { unusedOnly }, prepared }: NewPost,
) {
  await ideaFor(tx, caller, id, 'write')
  const existing = unusedOnly ? await findPostOfIdea(tx, id) : undefined
  if (existing)
    refuse('idea_has_post', {
      detail: `The post ${toWire('post', existing)} was made from it. Repeat the request without \`unusedOnly\` to create another one.`,
    })
  const [post] = await createPosts(deps, tx, caller, [prepared], () => ({ ideaId: id }))
  return post
}
