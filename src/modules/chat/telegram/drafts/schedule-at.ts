import { schedulePost } from '#tasks/posts/schedule-post.ts'
import { updateChat } from '../store/chats.ts'
import type { Actor } from '../talk/actor.ts'
import type { Replies, Talk } from '../talk/talk.ts'
import { showPost } from './show-post.ts'

interface Order {
  readonly postId: string
  /** A time as the API takes it. */
  readonly at: string
  /** The message of the bot that shows the post; null: a new one shows it. */
  readonly messageId: number | null
  readonly confirmWarnings?: true
}

/** Schedules a post, and shows it as it is then. */
export async function scheduleAt(talk: Talk, actor: Actor, order: Order): Promise<Replies> {
  const { postId, at, messageId, confirmWarnings } = order
  const outcome = await actor.run(schedulePost, {
    post: postId,
    at,
    timezone: actor.timezone,
    ...(confirmWarnings ? { confirmWarnings } : {}),
  })
  if (outcome.ok && talk.chat) await updateChat(talk.deps.db, talk.lane, { askedAbout: null })
  const anyway = { text: 'Schedule anyway', data: `sat:${postId}:${at}` }
  return showPost(talk, actor, { postId, messageId, outcome, anyway })
}
