import { rejectPost } from '#tasks/posts/approvals.ts'
import { createDraft } from '#tasks/posts/create-draft.ts'
import { editPost } from '#tasks/posts/edit-post.ts'
import type { SlackInteraction } from '../inbound/readings.ts'
import { readPost } from '../posts/read-post.ts'
import { publish, schedule } from '../posts/send-out.ts'
import { showHome } from '../posts/show-home.ts'
import { howToLink, isLinked, type LinkedSession, type Session } from '../session/session.ts'
import { explain, write } from '../session/tell.ts'
import { fields, views } from '../show/action-names.ts'
import { type SlackMessage, say } from '../show/blocks.ts'
import type { Metadata } from '../show/composer.ts'
import { drawPost, type Post } from '../show/post-card.ts'
import { type Composed, readComposed, readMetadata, readTime } from './read-form.ts'

type Submission = Extract<SlackInteraction, { readonly type: 'view_submission' }>

/** Does what a modal asks for, and writes to the person what came of it. */
export async function handleSubmission(session: Session, { view }: Submission): Promise<void> {
  if (!isLinked(session)) return await write(session, say(howToLink(session)))
  try {
    const answer = await perform(session, view, readMetadata(view.private_metadata))
    if (answer) await write(session, answer)
  } catch (error) {
    await write(session, say(explain(error)))
  }
  await showHome(session)
}

async function perform(
  session: LinkedSession,
  { callback_id: name, state }: Submission['view'],
  metadata: Metadata,
): Promise<SlackMessage | null> {
  const { api } = session.linked
  const now = session.deps.clock.now()
  const { postId, timezone } = metadata
  switch (name) {
    case views.compose: {
      const read = readComposed(state.values, metadata, now)
      return 'errors' in read ? say(Object.values(read.errors).join('\n')) : await compose(session, metadata, read)
    }
    case views.schedule: {
      const read = readTime(state.values, metadata, now)
      if ('errors' in read || postId === null) return say('That time has passed. Choose another.')
      return await schedule(session, postId, read.at, timezone)
    }
    case views.reject: {
      const reason = state.values[fields.reason]?.[fields.reason]?.value ?? ''
      if (postId === null) return null
      await rejectPost.run(api, { post: postId, reason })
      return say('Rejected. The post is a draft again and shows your reason.')
    }
    default:
      return null
  }
}

/**
 * Saves the post first, as a draft, and then does the rest: where that is refused, nothing that was written is lost.
 */
async function compose(session: LinkedSession, metadata: Metadata, composed: Composed): Promise<SlackMessage> {
  const { text, after, at } = composed
  const saved =
    metadata.postId === null
      ? await create(session, metadata, composed)
      : await change(session, metadata.postId, composed)
  try {
    if (after === 'publish') return await publish(session, saved.id, metadata.timezone)
    if (after === 'schedule' && at) return await schedule(session, saved.id, at, metadata.timezone)
  } catch (error) {
    const why = explain(error)
    const card = drawPost(saved, metadata.timezone, 'Kept as a draft')
    return { text: `${why}\n${text}`, blocks: [...(say(why).blocks ?? []), ...(card.blocks ?? [])] }
  }
  return drawPost(saved, metadata.timezone)
}

const create = (
  { linked }: LinkedSession,
  { profileId }: Metadata,
  { text, accounts, media }: Composed,
): Promise<Post> =>
  createDraft.run(linked.api, {
    profile: profileId,
    content: text,
    accounts: [...accounts],
    media: media.map((url) => ({ url })),
  })

/** Changes only what differs, so that texts for single networks and files stay where the form did not touch them. */
async function change({ linked }: LinkedSession, id: string, { text, accounts, media }: Composed): Promise<Post> {
  const { api } = linked
  // The form does not show targets that have no account yet.
  const had = (await readPost(api, id)).targets.flatMap(({ accountId }) => accountId ?? [])
  const isSame = had.length === accounts.length && accounts.every((account) => had.includes(account))
  return await editPost.run(api, {
    post: id,
    content: text,
    ...(isSame ? {} : { accounts: [...accounts] }),
    ...(media.length > 0 && { media: media.map((url) => ({ url })) }),
  })
}
