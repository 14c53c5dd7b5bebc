import { toWire } from '#kernel/ids.ts'
import { editPost } from '#tasks/posts/edit-post.ts'
import type { TelegramMessage } from '../bot-api/updates.ts'
import { readRefusal, showPost } from '../drafts/show-post.ts'
import { findChat } from '../store/chats.ts'
import { findSource, noteEdit } from '../store/sources.ts'
import { handleMessages } from './handle-message.ts'
import { actorOf, type Replies, type Talk } from './talk.ts'
import { contentOf, wordsOf } from './words-of.ts'

/** Changes the draft of a message that was edited. An edit that comes before its message counts as the message. */
export async function handleEdit(talk: Talk, message: TelegramMessage): Promise<Replies> {
  const { deps, lane } = talk
  if (!message.from) return []
  const source = await findSource(deps.db, lane, message.message_id)
  if (!source) return isPost(message) ? handleMessages(talk, [message]) : []
  const link = await findChat(deps.db, { botId: lane.botId, chatId: message.from.id })
  const actor = link && (await actorOf(talk, link))
  if (!actor || !(await noteEdit(deps.db, lane, message.message_id, message.edit_date ?? message.date))) return []
  const post = toWire('post', source.postId)
  const stored = await actor.api.getPost({ id: post }).catch(readRefusal)
  const content = contentOf(message)
  // The caption of an album may be at another part, and an edit may change nothing that is visible.
  if (typeof stored === 'string' || stored.content === content || content === '') return []
  const outcome = await actor.run(editPost, { post, content })
  return showPost(talk, actor, { postId: post, messageId: source.cardId, outcome })
}

const isPost = (message: TelegramMessage): boolean =>
  message.chat.type === 'private' && !wordsOf(message).startsWith('/')
