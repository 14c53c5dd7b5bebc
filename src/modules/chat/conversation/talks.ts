import { toWire } from '#kernel/ids.ts'
import { shorten } from '#kernel/text/shorten.ts'
import { formatTime } from '#tasks/format-time.ts'
import { listConversations, setConversation, shortenConversation } from '#tasks/inbox/conversations.ts'
import { cancelReply, sendReply } from '#tasks/inbox/replies.ts'
import type { Actor } from './actor.ts'
import { nameNetwork } from './card.ts'
import { type Action, type ActionButton, type Message, toLine } from './message.ts'
import { decline, explain } from './refusals.ts'

/** Conversations of the inbox in a chat: cards with buttons, and replies. */

type Conversation = ReturnType<typeof shortenConversation>

/** The item that a reply answers, and the last item that the person saw. */
export interface ReplyTo {
  readonly conversation: string
  readonly item: string
  readonly lastItem: string
}

const maxListed = 5
/** Items of a long conversation that are read to reach its end. */
const maxItems = 1_000

/** Reads what was said in a conversation, to its end. */
async function readItems({ api }: Actor, id: string) {
  const items: Awaited<ReturnType<typeof api.listInboxItems>>['items'] = []
  for await (const item of api.each.listInboxItems({ id, limit: 200 })) if (items.push(item) >= maxItems) break
  return items
}

/** Shows a conversation with what was last said to the account. */
export async function showTalk(actor: Actor, id: string, look: Partial<Message> = {}): Promise<Message> {
  const [read, items, { replies }] = await Promise.all([
    actor.api.getConversation({ id }),
    readItems(actor, id),
    actor.api.listInboxReplies({ id }),
  ])
  const conversation = shortenConversation(read)
  const { timezone } = await actor.findPlace()
  const last = items.findLast(({ sender }) => !sender.isUs)
  const waiting = replies.filter(({ state }) => state !== 'sent' && state !== 'cancelled').at(-1)
  return {
    ...drawTalk(actor, conversation, timezone),
    ...(last?.text ? { content: last.text } : {}),
    lines: [
      ...linesOf(actor, conversation, timezone),
      ...(waiting ? [{ text: `Your team’s reply: ${nameState(waiting.state)}. ${waiting.error ?? ''}`.trim() }] : []),
      ...(last?.url ? [{ text: `Open on ${nameNetwork(conversation.network)}`, url: last.url }] : []),
    ],
    ...look,
  }
}

const replyStates: Readonly<Record<string, string>> = {
  queued: 'waiting to be sent',
  sending: 'being sent',
  failed: 'failed',
  unknown: 'we can’t tell if it was sent. Check the network, then confirm in Posthorn',
  waiting_for_approval: 'waiting for approval',
}
const nameState = (state: string): string => replyStates[state] ?? state.replaceAll('_', ' ')

/** Draws a conversation as a list shows it. */
function drawTalk(actor: Actor, conversation: Conversation, timezone: string): Message {
  const { id, network, kind, person, theirWords } = conversation
  return {
    title: `${shorten(toLine(person), 60)} on ${nameNetwork(network)} (${kind})`,
    content: theirWords ?? '',
    lines: linesOf(actor, conversation, timezone),
    buttons: buttonsOf(actor, conversation),
    talk: id,
  }
}

function linesOf(
  { caller }: Actor,
  { state, unansweredSince, assignee, snoozedUntil }: Conversation,
  timezone: string,
) {
  const time = (at: string) => formatTime(at, timezone)
  const standing =
    state === 'done'
      ? 'Done'
      : state === 'snoozed' && snoozedUntil
        ? `Snoozed until ${time(snoozedUntil)}`
        : unansweredSince
          ? `Unanswered since ${time(unansweredSince)}`
          : 'Answered'
  const isMine = assignee === toWire('usr', caller.uid)
  const owner = assignee === null ? [] : [isMine ? 'Assigned to you' : 'Assigned to someone else']
  return [{ text: [standing, ...owner].join(' · ') }]
}

function buttonsOf({ caller }: Actor, { id: subject, state, assignee }: Conversation): ActionButton[][] {
  const reply: ActionButton = { label: 'Reply', verb: 'reply', subject, look: 'primary' }
  if (state === 'done') return [[reply, { label: 'Reopen', verb: 'reopenTalk', subject }]]
  const first: ActionButton[] = [reply, { label: 'Done', verb: 'closeTalk', subject }]
  if (assignee === toWire('usr', caller.uid)) return [first]
  return [first, [{ label: 'Assign to me', verb: 'takeTalk', subject }]]
}

/** Lists the open conversations of the profile. */
export async function listTalks(actor: Actor): Promise<Message> {
  const { profile, timezone } = await actor.findPlace()
  const { conversations, nextCursor } = await listConversations.run(actor.api, {
    profile: profile.id,
    state: 'open',
    limit: maxListed,
  })
  const title = `${profile.name}: Inbox`
  if (conversations.length === 0) return { title, text: 'No open conversations.' }
  return {
    title,
    ...(nextCursor ? { text: 'These are the latest. Open Posthorn for the others.' } : {}),
    cards: conversations.map((one) => drawTalk(actor, one, timezone)),
  }
}

/** News of an inbox, as jobs and notices store them. */
export interface InboxNews {
  readonly profileId: string
  /** Arrivals since then are shown. */
  readonly since: string
  /** The conversation in which a reply was not sent. Null if something has arrived. */
  readonly failedIn: string | null
}

/** Describes news of an inbox. Null if someone has dealt with it, or if the person cannot see it any more. */
export async function describeNews(actor: Actor, { profileId, since, failedIn }: InboxNews): Promise<Message | null> {
  try {
    if (failedIn !== null) return await showTalk(actor, failedIn, { text: 'A reply in this conversation wasn’t sent.' })
    const { profile, timezone } = await actor.findPlace(profileId)
    if (profile.id !== profileId) return null
    const { conversations } = await actor.api.listConversations({ profileId, state: 'open', limit: maxListed + 1 })
    const arrived = conversations.filter(({ updatedAt }) => updatedAt >= since)
    const [only] = arrived
    if (!only) return null
    if (arrived.length === 1) return await showTalk(actor, only.id)
    return {
      title: `${profile.name}: ${arrived.length > maxListed ? `more than ${maxListed}` : arrived.length} new conversations`,
      cards: arrived.slice(0, maxListed).map((one) => drawTalk(actor, shortenConversation(one), timezone)),
    }
  } catch (error) {
    // A rejected request means that the person may not read it. Other errors are thrown.
    explain(error)
    return null
  }
}

/** Performs a button of a conversation. Null for the verbs of other cards. */
export async function pressTalk(actor: Actor, { verb, subject }: Action): Promise<Message | null> {
  const set = async (change: object) => {
    await setConversation.run(actor.api, { conversation: subject, ...change })
    return showTalk(actor, subject)
  }
  switch (verb) {
    case 'showTalk':
      return showTalk(actor, subject)
    case 'closeTalk':
      return set({ state: 'done' })
    case 'reopenTalk':
      return set({ state: 'open' })
    case 'takeTalk':
      return set({ assignee: toWire('usr', actor.caller.uid) })
    case 'cancelReply':
      await cancelReply.run(actor.api, { reply: subject })
      return { text: 'Cancelled. Nothing was sent.' }
    default:
      return null
  }
}

/** Finds what a reply in a conversation answers: what was last said to the account. */
export async function findReplyTo(actor: Actor, conversation: string): Promise<ReplyTo> {
  const items = await readItems(actor, conversation)
  const item = items.findLast(({ sender }) => !sender.isUs)
  const lastItem = items.at(-1)
  if (!item || !lastItem) return decline('There’s nothing to reply to in this conversation.')
  return { conversation, item: item.id, lastItem: lastItem.id }
}

/** Sends what a person wrote as a reply. It can be cancelled for a few seconds. */
export async function reply(actor: Actor, to: ReplyTo, text: string): Promise<Message> {
  const { id, state } = await sendReply.run(actor.api, { ...to, text })
  const { conversation: subject } = to
  const show: ActionButton = { label: 'Show conversation', verb: 'showTalk', subject }
  if (state !== 'queued') return { title: `Reply ${nameState(state)}`, content: text, buttons: [[show]] }
  return {
    title: 'Your reply is sent in a few seconds',
    content: text,
    buttons: [[{ label: 'Cancel', verb: 'cancelReply', subject: id, look: 'danger' }, show]],
  }
}
