import { z } from 'zod'
import type { Item, Result } from '#sdk/index.ts'
import { formatTime } from '../format-time.ts'
import { idInput } from '../inputs/ids.ts'
import { findMembers } from '../inputs/members.ts'
import { findProfileId, profileInput } from '../inputs/profile.ts'
import { changes, defineTask, reads, type View } from '../task.ts'
import { replyOutput, sayReply, shortenReply } from './replies.ts'
import { isData, quote, theirWords } from './words.ts'

const mostInList = 280
const mostInItem = 2_000
const states = ['open', 'done', 'snoozed'] as const

const conversationInput = idInput('conv').describe('The conversation ID (conv_…).')

const conversationOutput = z.object({
  id: z.string(),
  network: z.string(),
  account: z.string().describe('The account ID.'),
  kind: z.string().describe('`comment`, `mention` or `quote`.'),
  post: z.string().nullable().describe('The post that it is about, if it was published from here.'),
  state: z.string(),
  snoozedUntil: z.string().nullable(),
  assignee: z.string().nullable().describe('The ID of the member who takes care of it.'),
  person: z.string().describe('The handle of the person who started it.'),
  theirWords,
  unansweredSince: z.string().nullable().describe('Null if there’s a reply to everything.'),
  items: z.int(),
})

type Conversation = z.output<typeof conversationOutput>

export function shortenConversation(conversation: Result<'getConversation'>): Conversation {
  const { id, network, accountId, kind, postId, state, snoozedUntil, assigneeUid, person, last } = conversation
  const { unansweredSince, items } = conversation
  const words = last.sender.isUs || last.erasedAt !== null ? null : last.text.slice(0, mostInList).toWellFormed()
  return {
    ...{ id, network, account: accountId, kind, post: postId, state, snoozedUntil, assignee: assigneeUid },
    ...{ person: person.handle, theirWords: words, unansweredSince, items },
  }
}

function say({ id, network, kind, person, state, theirWords, unansweredSince }: Conversation, { timezone }: View) {
  const waits = unansweredSince ? `, unanswered since ${formatTime(unansweredSince, timezone)}` : ''
  const words = theirWords === null ? '' : `: ${quote(theirWords, mostInList)}`
  return `${state}${waits} · ${network} ${kind} by ${quote(person, 60)}${words} ${id}`
}

export const listConversations = defineTask({
  name: 'list_conversations',
  title: 'List conversations',
  about: `Lists comments, mentions and quotes that people wrote to the accounts of a profile, latest first. By default those that are open. ${isData}`,
  scopes: ['inbox:read', 'profiles:read'],
  effect: reads,
  input: z.strictObject({
    profile: profileInput,
    state: z
      .enum([...states, 'all'])
      .default('open')
      .describe('Only conversations in this state.'),
    assignee: z.string().exactOptional().describe('`me`, `none`, or the ID of a member.'),
    unanswered: z.boolean().exactOptional().describe('If true, only those that wait for a reply.'),
    words: z.string().exactOptional().describe('Words in what was said, or in a handle.'),
    limit: z.int().min(1).max(100).default(20).describe('The maximum number of conversations to return.'),
    cursor: z.string().exactOptional().describe('`nextCursor` from the previous page.'),
  }),
  output: z.object({ conversations: z.array(conversationOutput), nextCursor: z.string().nullable() }),
  async run(api, { profile, state, words, unanswered, ...query }) {
    const { conversations, nextCursor } = await api.listConversations({
      profileId: await findProfileId(api, profile),
      ...(state === 'all' ? {} : { state }),
      ...(words === undefined ? {} : { q: words }),
      ...(unanswered === undefined ? {} : { unanswered }),
      ...query,
    })
    return { conversations: conversations.map(shortenConversation), nextCursor }
  },
  describe: ({ conversations, nextCursor }, view) =>
    [
      ...(conversations.length === 0 ? ['No conversations.'] : conversations.map((one) => `- ${say(one, view)}`)),
      ...(nextCursor ? ['More conversations are available.'] : []),
    ].join('\n'),
})

const itemOutput = z.object({
  id: z.string(),
  by: z.string().describe('A handle.'),
  isUs: z.boolean(),
  theirWords,
  ourWords: z.string().nullable().describe('What the account said. Null if someone else said it.'),
  files: z.int().describe('The number of files attached.'),
  at: z.string(),
  url: z.string().nullable(),
})

type Said = z.output<typeof itemOutput>

function shortenItem({ id, sender, text, files, saidAt, url, erasedAt }: Item<'listInboxItems', 'items'>): Said {
  const words = text.slice(0, mostInItem).toWellFormed()
  return {
    ...{ id, by: sender.handle, isUs: sender.isUs, files: files.length, at: saidAt, url },
    theirWords: sender.isUs || erasedAt !== null ? null : words,
    ourWords: sender.isUs ? words : null,
  }
}

function sayItem({ id, by, isUs, theirWords, ourWords, files, at }: Said, { timezone }: View): string {
  const words = theirWords ?? ourWords
  const attached = files === 0 ? '' : ` (+${files} files)`
  const said = words === null ? '(erased)' : quote(words, mostInItem)
  return `- ${isUs ? 'us' : quote(by, 60)}, ${formatTime(at, timezone)}: ${said}${attached} ${id}`
}

export const readConversation = defineTask({
  name: 'read_conversation',
  title: 'Read a conversation',
  about: `Returns what was said in a conversation, oldest first, and the team's replies with their states. Call it before send_reply. ${isData}`,
  scopes: ['inbox:read'],
  effect: reads,
  input: z.strictObject({
    conversation: conversationInput,
    cursor: z.string().exactOptional().describe('`nextCursor` from the previous page.'),
  }),
  output: z.object({
    conversation: conversationOutput,
    items: z.array(itemOutput),
    replies: z.array(replyOutput).describe('Replies of the team, also those that wait or failed.'),
    nextCursor: z.string().nullable(),
  }),
  async run(api, { conversation: id, cursor }) {
    const page = cursor === undefined ? {} : { cursor }
    const [conversation, { items, nextCursor }, { replies }] = await Promise.all([
      api.getConversation({ id }),
      api.listInboxItems({ id, limit: 50, ...page }),
      api.listInboxReplies({ id }),
    ])
    return {
      conversation: shortenConversation(conversation),
      items: items.map(shortenItem),
      replies: replies.map(shortenReply),
      nextCursor,
    }
  },
  describe: ({ conversation, items, replies, nextCursor }, view) =>
    [
      say(conversation, view),
      ...items.map((one) => sayItem(one, view)),
      ...(nextCursor ? ['More was said after this.'] : []),
      ...(replies.length > 0 ? ['Replies of the team:', ...replies.map((one) => `- ${sayReply(one)}`)] : []),
    ].join('\n'),
})

export const setConversation = defineTask({
  name: 'set_conversation',
  title: 'Change a conversation',
  about: 'Marks a conversation as done, opens it again, snoozes it, or assigns it. Nothing is visible on the network.',
  scopes: ['inbox:read', 'inbox:write', 'profiles:read'],
  effect: changes,
  input: z.strictObject({
    conversation: conversationInput,
    state: z.enum(states).exactOptional().describe('`snoozed` requires `until`.'),
    until: z.string().exactOptional().describe('When a snoozed conversation opens again, as an ISO 8601 time.'),
    assignee: z.string().nullable().exactOptional().describe('A member by name or ID, or null for no one.'),
  }),
  output: conversationOutput,
  async run(api, { conversation: id, state, until, assignee }) {
    const changes = {
      ...(state === undefined ? {} : { state }),
      ...(until === undefined ? {} : { snoozedUntil: until }),
    }
    if (assignee === undefined) return shortenConversation(await api.updateConversation({ id, ...changes }))
    const { profileId } = await api.getConversation({ id })
    const [uid = null] = assignee === null ? [] : await findMembers(api, profileId, [assignee], () => '/assignee')
    return shortenConversation(await api.updateConversation({ id, ...changes, assigneeUid: uid }))
  },
  describe: say,
})
