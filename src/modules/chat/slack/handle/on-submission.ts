import { createDraft } from '#tasks/posts/create-draft.ts'
import { editPost } from '#tasks/posts/edit-post.ts'
import type { Actor } from '../../conversation/actor.ts'
import type { Message } from '../../conversation/message.ts'
import { publish, readPost, reject, schedule, showPost } from '../../conversation/posts.ts'
import { orRefusal } from '../../conversation/refusals.ts'
import { reply } from '../../conversation/talks.ts'
import type { SlackInteraction } from '../readings.ts'
import { fields, views } from '../show/action-names.ts'
import type { Metadata } from '../show/views.ts'
import { type Composed, readComposed, readMetadata, readTime } from './read-form.ts'
import { howToLink, isLinked, type Session, showHome, write } from './session.ts'

type Submission = Extract<SlackInteraction, { readonly type: 'view_submission' }>

/** Runs a submitted modal, and sends the outcome to the person. */
export async function handleSubmission(session: Session, { view }: Submission): Promise<void> {
  if (!isLinked(session)) return await write(session, { text: howToLink(session) })
  const { actor, deps } = session
  const answer = await orRefusal(perform(actor, view, readMetadata(view.private_metadata), deps.clock.now()))
  if (answer) await write(session, answer)
  await showHome(session)
}

async function perform(
  actor: Actor,
  { callback_id: name, state }: Submission['view'],
  metadata: Metadata,
  now: Date,
): Promise<Message | null> {
  const { postId, to } = metadata
  if (name === views.compose) {
    const read = readComposed(state.values, metadata, now)
    return 'errors' in read ? { text: Object.values(read.errors).join('\n') } : await compose(actor, metadata, read)
  }
  if (name === views.reply && to)
    return await reply(actor, to, state.values[fields.text]?.[fields.text]?.value?.trim() ?? '')
  if (postId === null) return null
  if (name === views.schedule) {
    const read = readTime(state.values, metadata, now)
    if ('errors' in read) return { text: 'That time has passed. Choose a later one.' }
    return await schedule(actor, postId, read.at.toISOString())
  }
  if (name === views.reject)
    return await reject(actor, postId, state.values[fields.reason]?.[fields.reason]?.value ?? '')
  return null
}

/** Saves the post as a draft first, then does the rest: if that is refused, no input is lost. */
async function compose(actor: Actor, { profileId, postId }: Metadata, composed: Composed): Promise<Message> {
  const { after, at } = composed
  const id = postId === null ? await create(actor, profileId, composed) : await change(actor, postId, composed)
  if (after === 'publish') return await publish(actor, id)
  if (after === 'schedule' && at) return await schedule(actor, id, at.toISOString())
  return await showPost(actor, id)
}

async function create({ api }: Actor, profile: string, { text, accounts, media }: Composed): Promise<string> {
  const files = media.map((url) => ({ url }))
  return (await createDraft.run(api, { profile, content: text, accounts: [...accounts], media: files })).id
}

/** Changes only what differs, so that the form keeps files and texts for single networks that it did not touch. */
async function change({ api }: Actor, post: string, { text, accounts, media }: Composed): Promise<string> {
  // The form does not show targets that have no account yet.
  const had = (await readPost(api, post)).targets.flatMap(({ accountId }) => accountId ?? [])
  const isSame = had.length === accounts.length && accounts.every((account) => had.includes(account))
  await editPost.run(api, {
    post,
    content: text,
    ...(isSame ? {} : { accounts: [...accounts] }),
    ...(media.length > 0 && { media: media.map((url) => ({ url })) }),
  })
  return post
}
