import { z } from 'zod'
import { filledText, idOf, text } from '#infra/http/schemas.ts'

export const contentHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be the `contentHash` of the reply')
  .meta({
    description: 'Identifies the text, what it answers, and the account.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })

export const replyChanges = z
  .strictObject({
    text: text(1, 10_000).meta({ examples: ['Yes, from ten to four.'] }),
    closes: z.boolean().meta({ description: 'True to mark the conversation as done once the reply is sent.' }),
    lastItemId: idOf('itm').meta({ description: 'The last item that you read.' }),
  })
  .partial()
  .meta({
    id: 'ChangeInboxReply',
    description: 'Omitted fields are left unchanged.',
    examples: [{ text: 'Yes, from ten to four.' }],
  })

export const replyApproval = z
  .strictObject({
    contentHash: contentHash.meta({
      description: 'The `contentHash` of the reply that you have read. The request is refused if it has changed since.',
    }),
    lastItemId: idOf('itm').meta({ description: 'The last item of the conversation that you read.' }),
    confirm: z
      .boolean()
      .default(false)
      .meta({ description: 'True to approve it although the conversation continued before `lastItemId`.' }),
    others: z
      .enum(['keep', 'withdraw'])
      .optional()
      .meta({ description: 'What happens to other replies to the same item that wait. Required if there are any.' }),
  })
  .meta({ id: 'ApproveInboxReply' })

export const replyRejection = z
  .strictObject({ reason: filledText(1_000).meta({ examples: ['We close at three on Sundays.'] }) })
  .meta({ id: 'RejectInboxReply', examples: [{ reason: 'We close at three on Sundays.' }] })

const person = z.object({ uid: idOf('usr'), name: z.string().meta({ examples: ['Ada'] }) })

export const approvalState = z
  .object({
    required: z.int().meta({ description: 'How many approvals it needs.', examples: [1] }),
    given: z.int().meta({ description: 'How many count.', examples: [0] }),
    step: z
      .string()
      .nullable()
      .meta({ description: 'The name of the step that is next. Null without steps.', examples: ['Client'] }),
    approvers: person.array().meta({ description: 'Those who can approve it now. Empty if no one can.' }),
    isAnswered: z
      .boolean()
      .meta({ description: 'True if it was answered, or is being answered, since it was written.' }),
    newItems: z.int().meta({ description: 'How many items of others came since it was written.', examples: [0] }),
    isGone: z.boolean().meta({ description: 'True if what it answers is no longer stored, so that it can’t be sent.' }),
    alsoWaiting: z.int().meta({ description: 'How many other replies to the same item wait.', examples: [0] }),
    rejectedByUid: idOf('usr').nullable().meta({ description: 'Who rejected it. Null unless it was rejected.' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it was rejected.', examples: [null] }),
  })
  .meta({ id: 'InboxReplyApproval', description: 'The approval of a reply that waits or was rejected.' })

export type ReplyChanges = z.output<typeof replyChanges>
export type ReplyApproval = z.output<typeof replyApproval>
