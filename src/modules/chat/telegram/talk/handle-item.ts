import { inTx } from '#infra/db/client.ts'
import { fromWire, type Id, type PostId, toWire } from '#kernel/ids.ts'
import { editPost } from '#tasks/posts/edit-post.ts'
import type { Actor } from '../../conversation/actor.ts'
import { change, press, readPost } from '../../conversation/posts.ts'
import { decline, orRefusal } from '../../conversation/refusals.ts'
import { findReplyTo, showTalk } from '../../conversation/talks.ts'
import { askForTime } from '../../conversation/times.ts'
import { findChat, findSource, moveChat, noteEdit, updateChat } from '../store/chats.ts'
import { type Notice, updateBinding } from '../store/items.ts'
import { putTalk } from '../store/talks.ts'
import { type CallbackQuery, type TelegramMessage, type Update, update as updateSchema } from '../updates.ts'
import { handleMessages } from './handle-message.ts'
import { texts } from './link-chat.ts'
import { contentIn, textIn } from './make-draft.ts'
import { answerButton, editIn, readData } from './render.ts'
import { actAs, type Replies, say, showIn, type Talk } from './talk.ts'
import { tellNotice } from './tell-notice.ts'

/** Handles an item and returns the replies. May run again after a crash without a second effect. */
export async function handleItems(talk: Talk): Promise<Replies> {
  const [first] = talk.items
  if (!first) return []
  if (first.notice) return tellNotice(talk, first.notice as unknown as Notice)
  const updates = talk.items.flatMap((item) => openUpdate(talk, item.id, item.sealedUpdate))
  const [update] = updates
  if (!update) return []
  if (update.my_chat_member) return noteMembership(talk, update.my_chat_member)
  if (update.callback_query) return handleButton(talk, update.callback_query)
  if (update.edited_message) return handleEdit(talk, update.edited_message)
  const moved = update.message?.migrate_to_chat_id
  if (moved !== undefined) {
    await inTx(talk.deps.db, (tx) => moveChat(tx, talk.lane, moved))
    return []
  }
  return handleMessages(
    talk,
    updates.flatMap(({ message }) => message ?? []),
  )
}

function openUpdate({ deps }: Talk, id: string, sealed: Buffer | null): Update[] {
  if (!sealed) return []
  return [updateSchema.parse(JSON.parse(deps.seal.open(sealed, updateBinding(id)).toString('utf8')))]
}

/** Records that the bot was blocked or removed, or came back. */
async function noteMembership(
  talk: Talk,
  { chat: place, new_chat_member: bot, from }: NonNullable<Update['my_chat_member']>,
): Promise<Replies> {
  const { deps, lane, chat } = talk
  const isIn = bot.status !== 'left' && bot.status !== 'kicked'
  if (chat) await updateChat(deps.db, lane, { isReachable: isIn })
  if (!isIn || place.type === 'private' || place.type === 'channel') return []
  const known = await findChat(deps.db, { botId: lane.botId, chatId: from.id })
  if (chat) return say(talk, { text: texts.groupLinked })
  const text = 'To link this group, create a code in Posthorn and send `/link CODE` here.'
  return say(talk, { text: known ? text : texts.linkYourself })
}

/** Runs a button's action as the person who pressed it. */
async function handleButton(talk: Talk, { id, from, message, data = '' }: CallbackQuery): Promise<Replies> {
  const { deps, lane } = talk
  const action = readData(data)
  const link = await findChat(deps.db, { botId: lane.botId, chatId: from.id })
  if (!link) return [answerButton(id, 'Link your own chat with me first.')]
  const actor = action && message ? await actAs(talk, link) : null
  if (!action || !message || !actor) return [answerButton(id, 'This button has expired.')]
  const { verb, subject } = action
  const shown = await orRefusal(
    verb === 'chooseTime'
      ? askWhen(talk, actor, subject)
      : verb === 'reply'
        ? askForReply(talk, actor, subject, message.message_id)
        : press(actor, action),
  )
  const isAnswered = verb === 'show' || ((verb === 'schedule' || verb === 'scheduleAnyway') && !('text' in shown))
  if (isAnswered && talk.chat?.askedAbout) await updateChat(deps.db, lane, { askedAbout: null })
  return [answerButton(id), editIn(lane.chatId, message.message_id, shown)]
}

async function askWhen({ deps, lane, chat }: Talk, { api, findPlace }: Actor, id: string) {
  const post = await readPost(api, id)
  if (chat?.type === 'private') await updateChat(deps.db, lane, { askedAbout: fromWire('post', id) as PostId | null })
  return askForTime(post, (await findPlace(post.profileId)).timezone, deps.clock.now())
}

/** Makes answers to the message with the button replies in its conversation. */
async function askForReply({ deps, lane }: Talk, actor: Actor, subject: string, messageId: number) {
  const { conversation, item, lastItem } = await findReplyTo(actor, subject)
  await putTalk(deps.db, {
    ...{ botId: lane.botId, chatId: lane.chatId, messageId },
    conversationId: idIn('conv', conversation),
    itemId: idIn('itm', item),
    lastItemId: idIn('itm', lastItem),
  })
  return showTalk(actor, subject, { text: 'Reply to this message in Telegram, and I’ll send your words as they are.' })
}

const idIn = <Prefix extends 'conv' | 'itm'>(prefix: Prefix, id: string): Id<Prefix> =>
  fromWire(prefix, id) ?? decline('This button has expired.')

/** Changes the draft of an edited message. An edit that comes before its message counts as the message. */
async function handleEdit(talk: Talk, message: TelegramMessage): Promise<Replies> {
  const { deps, lane } = talk
  if (!message.from) return []
  const source = await findSource(deps.db, lane, message.message_id)
  const isPost = message.chat.type === 'private' && !textIn(message).startsWith('/')
  if (!source) return isPost ? handleMessages(talk, [message]) : []
  const link = await findChat(deps.db, { botId: lane.botId, chatId: message.from.id })
  const actor = link && (await actAs(talk, link))
  if (!actor || !(await noteEdit(deps.db, lane, message.message_id, message.edit_date ?? message.date))) return []
  const post = toWire('post', source.postId)
  const stored = await orRefusal(readPost(actor.api, post))
  const content = contentIn(message)
  // The caption of an album may be in another part, and an edit may have no visible change.
  if ('text' in stored || stored.content === content || content === '') return []
  return showIn(talk, source.cardId, await change(actor, post, () => editPost.run(actor.api, { post, content })))
}
