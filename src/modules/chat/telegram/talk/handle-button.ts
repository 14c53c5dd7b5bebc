import { fromWire, type PostId } from '#kernel/ids.ts'
import { escapeTags } from '#kernel/text/escape-html.ts'
import { approvePost, rejectPost } from '#tasks/posts/approvals.ts'
import { cancelPost } from '#tasks/posts/cancel-post.ts'
import { deletePost } from '#tasks/posts/delete-post.ts'
import { editPost } from '#tasks/posts/edit-post.ts'
import { publishPost } from '#tasks/posts/publish-post.ts'
import { retryPost } from '#tasks/posts/retry-post.ts'
import type { CallbackQuery } from '../bot-api/updates.ts'
import { scheduleAt } from '../drafts/schedule-at.ts'
import { readRefusal, showPost } from '../drafts/show-post.ts'
import { askForTime, endOf, listShownAccounts } from '../show/card.ts'
import { answerButton, editIn, plain } from '../show/reply.ts'
import { findChat, updateChat } from '../store/chats.ts'
import { type Actor, toProfileId } from './actor.ts'
import { readTime } from './read-time.ts'
import { actorOf, type Replies, type Talk } from './talk.ts'

interface Pressed {
  /** The post or profile that the button is about. */
  readonly subject: string
  readonly extra: string
  readonly messageId: number
}

type Press = (talk: Talk, actor: Actor, pressed: Pressed) => Promise<Replies>

/**
 * Does what a button stands for. Its data may be old or forged, so everything is done as the person who pressed it, and
 * the post is read again.
 */
export async function handleButton(talk: Talk, { id, from, message, data = '' }: CallbackQuery): Promise<Replies> {
  const { deps, lane } = talk
  const [verb = '', subject = '', ...extra] = data.split(':')
  const press = presses[verb]
  const link = await findChat(deps.db, { botId: lane.botId, chatId: from.id })
  if (!link) return [answerButton(id, 'Link your own chat with me first.')]
  const actor = press && message ? await actorOf(talk, link) : null
  if (!press || !message || !actor) return [answerButton(id, 'This button no longer works.')]
  const replies = await press(talk, actor, { subject, extra: extra.join(':'), messageId: message.message_id })
  return [answerButton(id), ...replies]
}

const presses: Readonly<Record<string, Press>> = {
  show: async (talk, actor, { subject, messageId }) => {
    if (talk.chat?.askedAbout) await updateChat(talk.deps.db, talk.lane, { askedAbout: null })
    return showPost(talk, actor, { postId: subject, messageId })
  },
  acc: toggleAccount,
  pub: (talk, actor, pressed) => publish(talk, actor, pressed, false),
  pubw: (talk, actor, pressed) => publish(talk, actor, pressed, true),
  when: askWhen,
  at: async (talk, actor, { subject, extra, messageId }) => {
    const at = readTime(extra, talk.deps.clock.now(), actor.timezone)
    return at === null ? [] : scheduleAt(talk, actor, { postId: subject, at, messageId })
  },
  sat: (talk, actor, { subject, extra, messageId }) =>
    scheduleAt(talk, actor, { postId: subject, at: extra, messageId, confirmWarnings: true }),
  unq: async (talk, actor, { subject: postId, messageId }) =>
    showPost(talk, actor, { postId, messageId, outcome: await actor.run(cancelPost, { post: postId }) }),
  try: async (talk, actor, { subject: postId, messageId }) =>
    showPost(talk, actor, { postId, messageId, outcome: await actor.run(retryPost, { post: postId }) }),
  del: discard,
  yes: approve,
  no: async (talk, actor, { subject, messageId }) => {
    const outcome = await actor.run(rejectPost, { post: subject, reason: 'Rejected in Telegram.' })
    return [
      editIn(talk.lane.chatId, messageId, {
        html: plain(outcome.ok ? 'Rejected. It is a draft again.' : outcome.text),
      }),
    ]
  },
  prof: chooseProfile,
}

async function publish(
  talk: Talk,
  actor: Actor,
  { subject, messageId }: Pressed,
  isConfirmed: boolean,
): Promise<Replies> {
  const outcome = await actor.run(publishPost, { post: subject, ...(isConfirmed ? { confirmWarnings: true } : {}) })
  const anyway = { text: 'Publish anyway', data: `pubw:${subject}` }
  return showPost(talk, actor, { postId: subject, messageId, outcome, anyway })
}

/** Adds an account to the post, or takes it away. */
async function toggleAccount(talk: Talk, actor: Actor, { subject, extra, messageId }: Pressed): Promise<Replies> {
  const post = await actor.api.getPost({ id: subject }).catch(readRefusal)
  if (typeof post === 'string') return [editIn(talk.lane.chatId, messageId, { html: escapeTags(post) })]
  const accounts = await listShownAccounts(actor, post.profileId)
  const account = accounts.find(({ id }) => endOf(id) === extra)
  const chosen = post.targets.flatMap(({ accountId }) => accountId ?? [])
  const isChosen = account !== undefined && chosen.includes(account.id)
  const wanted = isChosen ? chosen.filter((id) => id !== account.id) : account ? [...chosen, account.id] : chosen
  const outcome = await actor.run(editPost, { post: subject, accounts: wanted })
  return showPost(talk, actor, { postId: subject, messageId, outcome })
}

async function askWhen(talk: Talk, actor: Actor, { subject, messageId }: Pressed): Promise<Replies> {
  const { deps, lane, chat } = talk
  const post = await actor.api.getPost({ id: subject }).catch(readRefusal)
  if (typeof post === 'string') return [editIn(lane.chatId, messageId, { html: escapeTags(post) })]
  if (chat?.type === 'private')
    await updateChat(deps.db, lane, { askedAbout: fromWire('post', subject) as PostId | null })
  return [editIn(lane.chatId, messageId, askForTime(post, actor, deps.clock.now()))]
}

async function discard(talk: Talk, actor: Actor, { subject, messageId }: Pressed): Promise<Replies> {
  const outcome = await actor.run(deletePost, { post: subject })
  const isGone = outcome.ok || outcome.error.status === 404 || outcome.error.code === 'post_in_trash'
  return [
    editIn(talk.lane.chatId, messageId, {
      html: isGone ? 'Discarded. It stays in the Posthorn trash for 30 days.' : plain(outcome.text),
    }),
  ]
}

/** Approves what the notice showed: an edit since then needs another look. */
async function approve(talk: Talk, actor: Actor, { subject, extra, messageId }: Pressed): Promise<Replies> {
  const seen = await actor.api.getPostApprovals({ id: subject }).catch(readRefusal)
  const say = (text: string): Replies => [editIn(talk.lane.chatId, messageId, { html: plain(text) })]
  if (typeof seen === 'string') return say(seen)
  if (!seen.contentHash?.startsWith(extra)) return say('The post was changed since. Look at it again in Posthorn.')
  const outcome = await actor.run(approvePost, { post: subject, contentHash: seen.contentHash })
  return say(outcome.ok ? 'Approved.' : outcome.text)
}

async function chooseProfile(talk: Talk, actor: Actor, { subject, messageId }: Pressed): Promise<Replies> {
  const { deps, lane, chat } = talk
  const profile = actor.profiles.find(({ id }) => id === subject)
  const say = (html: string): Replies => [editIn(lane.chatId, messageId, { html })]
  if (!profile || !chat) return say('This profile no longer exists.')
  // A group belongs to the user who linked it.
  if (chat.uid !== actor.uid) return say('Only the person who linked this group can choose its profile.')
  await updateChat(deps.db, lane, { profileId: toProfileId(profile.id) })
  return say(`New posts go to <b>${escapeTags(profile.name)}</b>.`)
}
