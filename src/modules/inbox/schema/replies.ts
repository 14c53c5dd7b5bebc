import { z } from 'zod'
import { idOf, instant, text } from '#infra/http/schemas.ts'
import { approvalState, contentHash } from './reply-approvals.ts'

export const conversationPath = z.strictObject({ id: idOf('conv') })
export const replyPath = z.strictObject({ id: idOf('rpl') })

const states = [
  'waiting_for_approval',
  'rejected',
  'queued',
  'sending',
  'sent',
  'failed',
  'unknown',
  'cancelled',
] as const

export const newReply = z
  .strictObject({
    itemId: idOf('itm').meta({ description: 'What the reply answers: an item of someone else.' }),
    lastItemId: idOf('itm').meta({ description: 'The last item that you read, so that no one replies twice.' }),
    text: text(1, 10_000).meta({ examples: ['Yes, from ten to four.'] }),
    closes: z
      .boolean()
      .default(false)
      .meta({ description: 'True to mark the conversation as done once the reply is sent.' }),
    confirm: z
      .boolean()
      .default(false)
      .meta({ description: 'True to send it although someone has answered, or the same text was sent today.' }),
  })
  .meta({ id: 'CreateInboxReply' })

export const resolution = z
  .strictObject({
    resolve: z
      .enum(['retry', 'published'])
      .meta({ description: 'After you have checked the network. `published`: it is there. `retry`: send it again.' }),
  })
  .meta({ id: 'ResolveInboxReply', examples: [{ resolve: 'published' }] })

export const reply = z
  .object({
    id: idOf('rpl'),
    conversationId: idOf('conv'),
    itemId: idOf('itm').meta({ description: 'What it answers.' }),
    authorUid: idOf('usr').nullable().meta({ description: 'Who wrote it. Null if that user was deleted.' }),
    text: z.string().meta({ description: 'Its text, as it was written.', examples: ['Yes, from ten to four.'] }),
    state: z.enum(states).meta({
      description:
        '`waiting_for_approval`: it is sent once it is approved. `rejected`: its author can change it and ask again. ' +
        '`unknown`: the network’s response was lost, and the network could not say whether the reply is there.',
    }),
    closes: z.boolean().meta({ description: 'True if the conversation is done once it is sent.' }),
    sendsAt: instant.nullable().meta({ description: 'When it is sent, or tried again. Null if that is not known.' }),
    wait: z
      .string()
      .nullable()
      .meta({ description: 'Why it waits.', examples: [null] }),
    errorCode: z
      .string()
      .nullable()
      .meta({ description: 'The code of its last error.', examples: [null] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Its last error, and what to do.', examples: [null] }),
    url: z
      .string()
      .nullable()
      .meta({ description: 'Its address at the network.', examples: ['https://example.social/@shop/2'] }),
    sentItemId: idOf('itm')
      .nullable()
      .meta({ description: 'The reply as an item of the conversation, once it is sent.' }),
    lastItemId: idOf('itm')
      .nullable()
      .meta({ description: 'The last item that its author had read. Null for replies of earlier versions.' }),
    byProgram: z.boolean().meta({ description: 'True if an API key or a connected app wrote or changed it.' }),
    contentHash: contentHash
      .nullable()
      .meta({ description: 'Identifies what is approved. Null unless it waits for an approval or was rejected.' }),
    approval: approvalState.nullable().meta({ description: 'Null unless it waits for an approval or was rejected.' }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'InboxReply', description: 'A reply of the team.' })

export const replyList = z
  .object({ replies: reply.array().meta({ description: 'Oldest first.' }) })
  .meta({ id: 'InboxReplyList' })

export type NewReply = z.output<typeof newReply>
export type Resolution = z.output<typeof resolution>
