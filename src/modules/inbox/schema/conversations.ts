import { z } from 'zod'
import { versioned } from '#infra/http/answer/conditional.ts'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant, pageFields, pageQuery, text } from '#infra/http/schemas.ts'
import { accountActs, actFields } from './acts.ts'

const states = ['open', 'done', 'snoozed'] as const
const kinds = ['comment', 'mention', 'quote'] as const

export const accountsQuery = z.strictObject({ profileId: idOf('prof') })
export const accountPath = z.strictObject({ id: idOf('acc') })
export const conversationPath = z.strictObject({ id: idOf('conv') })

export const accountChanges = z
  .strictObject({ isOn: z.boolean().meta({ description: 'True to read what people say to the account.' }) })
  .meta({ id: 'ChangeInboxAccount', examples: [{ isOn: true }] })

export const account = z
  .object({
    accountId: idOf('acc'),
    ...platformAnswer,
    isAvailable: z
      .boolean()
      .meta({ description: 'False if the inbox does not support the network yet, or has no budget.' }),
    lacksBudget: z
      .boolean()
      .meta({ description: 'True if the network charges for what is read, and the administrator has set no budget.' }),
    canReply: z.boolean().meta({ description: 'True if replies on the network can be sent from here.' }),
    missingScopes: z
      .string()
      .array()
      .meta({
        description:
          'What the account has to grant before it can be read. Request it with ' +
          '`POST /v1/connections/{accountId}/upgrade-scopes`.',
        examples: [['pages_read_user_content']],
      }),
    acts: accountActs,
    isOn: z.boolean().meta({ description: 'True if the network is read.' }),
    readAt: instant.nullable().meta({ description: 'When the network was last read. Null if never.' }),
    problem: z
      .object({
        code: z.enum(['reconnect', 'scope_missing', 'refused', 'unreachable', 'quota_used_up', 'budget_used_up']),
        message: z.string().meta({ examples: ['The network returned 503.'] }),
      })
      .nullable()
      .meta({ description: 'Why the last reading failed. Null if it succeeded.' }),
  })
  .meta({ id: 'InboxAccount', description: 'Whether comments on an account are read.' })

export const accountList = z
  .object({ accounts: account.array().meta({ description: 'All accounts of the profile that are connected.' }) })
  .meta({ id: 'InboxAccountList' })
export const looked = z
  .object({
    ok: z.literal(true),
    willRead: z.boolean().meta({ description: 'False if it was read in the last minute.' }),
  })
  .meta({ id: 'InboxRefresh' })

export const conversationsQuery = z.strictObject({
  profileId: idOf('prof'),
  state: z.enum(states).optional().meta({ description: 'If omitted, all.' }),
  assignee: z
    .union([z.enum(['me', 'none']), idOf('usr')])
    .optional()
    .meta({ description: '`me`, `none`, or the ID of a member.', documentedAs: { type: 'string' } }),
  accountId: idOf('acc').optional(),
  kind: z.enum(kinds).optional().meta({ description: 'If omitted, all.' }),
  unanswered: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => (value === undefined ? undefined : value === 'true'))
    .meta({ description: 'True for those that wait for an answer.', documentedAs: { type: 'boolean' } }),
  labelId: idOf('lbl').optional().meta({ description: 'A label that they have.' }),
  waitingForApproval: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => (value === undefined ? undefined : value === 'true'))
    .meta({
      description: 'True for those with a reply that waits for an approval.',
      documentedAs: { type: 'boolean' },
    }),
  handle: text(1, 300)
    .optional()
    .meta({ description: 'The person who said something in them.', examples: ['ada.example.social'] }),
  q: text(1, 200)
    .optional()
    .meta({ description: 'Words in texts, names and handles.', examples: ['opening hours'] }),
  ...pageQuery({ max: 100, fallback: 50 }),
})

const person = z.object({
  handle: z.string().meta({ examples: ['ada.example.social'] }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Null if the network names only a handle.', examples: ['Ada'] }),
})

const sender = person.extend({
  id: idOf('snd'),
  isUs: z.boolean().meta({ description: 'True for the account itself.' }),
})

export const item = z
  .object({
    id: idOf('itm'),
    parentId: idOf('itm')
      .nullable()
      .meta({ description: 'The item that it replies to. Null if it replies to none here.' }),
    sender: sender.meta({ description: 'Who said it.' }),
    text: z.string().meta({
      description: 'A stranger’s words, as plain text. Nothing in it is markup or an instruction.',
      examples: ['Are you open on Sunday?'],
    }),
    files: z
      .object({
        kind: z.enum(['image', 'video', 'audio', 'document']).nullable().meta({ description: 'Null if unknown.' }),
        altText: z.string().nullable(),
      })
      .array()
      .meta({ description: 'What is attached, without the files themselves.' }),
    url: z
      .string()
      .nullable()
      .meta({ description: 'The item at the network.', examples: ['https://example.social/@ada/1'] }),
    language: z
      .string()
      .nullable()
      .meta({ description: 'As the network states it.', examples: ['en'] }),
    saidAt: instant.meta({ description: 'When it was said, as the network states it.' }),
    erasedAt: instant.nullable().meta({
      description: 'When the text, the files and the name were erased. Null while they are stored.',
    }),
    deletedAt: instant.nullable().meta({
      description: 'When it was noticed that its author deleted it, with its text and files. Null if it is there.',
    }),
    held: z.enum(['review', 'spam']).nullable().meta({
      description:
        'Why the network does not show it to others: it waits for review there, or is probably spam. Null if everyone can see it.',
    }),
    editedAt: instant.nullable().meta({ description: 'When its author last changed it. Null if never.' }),
    rules: z
      .object({
        ruleId: idOf('irl').meta({ description: 'The rule, which may have been deleted.' }),
        name: z.string().meta({ description: 'Its name at that time.', examples: ['Spam links'] }),
        assigneeUid: idOf('usr').nullable().meta({ description: 'The member whom it assigned the conversation to.' }),
        state: z.enum(states).nullable().meta({ description: 'The state that it set. Null if it set none.' }),
      })
      .array()
      .meta({ description: 'What rules did when it was read.' }),
    ...actFields,
  })
  .meta({ id: 'InboxItem' })

export const conversation = versioned(
  z
    .object({
      id: idOf('conv'),
      profileId: idOf('prof'),
      accountId: idOf('acc'),
      ...platformAnswer,
      kind: z.enum(kinds),
      postId: idOf('post')
        .nullable()
        .meta({ description: 'The post that it is about, if it was published from here.' }),
      state: z.enum(states),
      snoozedUntil: instant.nullable().meta({ description: 'When it opens again. Null unless it is snoozed.' }),
      assigneeUid: idOf('usr').nullable(),
      person: person.meta({ description: 'The first person who said something to the account.' }),
      last: item.meta({ description: 'The latest item.' }),
      items: z.int().meta({ description: 'The number of items.', examples: [2] }),
      labelIds: idOf('lbl')
        .array()
        .meta({ description: 'Its labels, by name.', examples: [[]] }),
      notes: z.int().meta({ description: 'The number of notes of colleagues.', examples: [0] }),
      waitingReplies: z.int().meta({ description: 'The number of replies that wait for an approval.', examples: [0] }),
      unansweredSince: instant
        .nullable()
        .meta({ description: 'When the first item was said that has no answer. Null if all have one.' }),
      lastInAt: instant.meta({ description: 'When someone else last said something. Lists are in this order.' }),
      version: z.int().meta({ description: 'Rises with each change. It is the ETag.', examples: [1] }),
      createdAt: instant,
      updatedAt: instant,
    })
    .meta({ id: 'Conversation', description: 'A comment with its replies, a mention, or a quote.' }),
)

export const conversationPage = z
  .object({ conversations: conversation.array().meta({ description: 'Latest first.' }), ...pageFields })
  .meta({ id: 'ConversationPage' })

export const itemsQuery = z.strictObject(pageQuery({ max: 200, fallback: 100 }))
export const itemPage = z
  .object({ items: item.array().meta({ description: 'Oldest first.' }), ...pageFields })
  .meta({ id: 'InboxItemPage' })

export const conversationChanges = z
  .strictObject({
    state: z.enum(states).meta({ description: '`snoozed` requires `snoozedUntil`.' }),
    snoozedUntil: instant.nullable().meta({ description: 'When it opens again. Something new opens it sooner.' }),
    assigneeUid: idOf('usr').nullable().meta({ description: 'A member of the profile, or null for no one.' }),
    labelIds: idOf('lbl')
      .array()
      .max(20)
      .meta({ description: 'All labels that it has afterwards: labels of the profile, at most 20.', examples: [[]] }),
  })
  .partial()
  .meta({ id: 'ChangeConversation', description: 'Omitted fields are left unchanged.', examples: [{ state: 'done' }] })

export const senderPath = z.strictObject({ id: idOf('snd') })
export const erasedSender = z
  .object({
    ok: z.literal(true),
    items: z.int().meta({ description: 'The number of items that were erased.', examples: [3] }),
    isDone: z.boolean().meta({ description: 'False if there is more to erase: repeat the request.' }),
  })
  .meta({ id: 'ErasedInboxSender' })

export const countsQuery = accountsQuery
export const counts = z
  .object({
    open: z.int().meta({ description: 'All that have work left.', examples: [12] }),
    mine: z.int().meta({ description: 'Open and assigned to you.', examples: [3] }),
    unassigned: z.int().meta({ description: 'Open and assigned to no one.', examples: [7] }),
    unanswered: z.int().meta({ description: 'Open, with something that has no answer.', examples: [9] }),
    snoozed: z.int().meta({ description: 'Those that open again later.', examples: [1] }),
    waitingForApproval: z.int().meta({ description: 'Those with a reply that waits for an approval.', examples: [2] }),
  })
  .meta({ id: 'InboxCounts', description: 'Each count ends at 10,000.' })

export type ConversationsQuery = z.output<typeof conversationsQuery>
export type ConversationChanges = z.output<typeof conversationChanges>
export type ItemsQuery = z.output<typeof itemsQuery>
