import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'
import { exampleBody } from './event-bodies.ts'
import { type PublicEventType, publicEvents, publicEventTypes } from './public-events.ts'

/** The schemas of events as subscribers receive them, one for each type, so that `type` says what `data` contains. */

const standing = z.object({
  ...platformAnswer,
  accountId: idOf('acc').nullable().meta({ description: 'Null if the account is no longer connected.' }),
  status: z.string().meta({ examples: ['published'] }),
  platformPostId: z.string().nullable(),
  platformUrl: z.string().nullable(),
  error: z.string().nullable().meta({ description: 'The reason as a sentence for people.' }),
  errorCode: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'A stable code of the reason. Omitted in events of earlier versions.', examples: [null] }),
  retryable: z
    .boolean()
    .optional()
    .meta({ description: 'True if a retry can succeed. Omitted in events of earlier versions.' }),
})

const ofPost = z
  .object({
    postId: idOf('post'),
    profileId: idOf('prof'),
    status: z.string().meta({ description: 'The post’s status when the event occurred.', examples: ['published'] }),
    published: z.int(),
    failed: z.int(),
    total: z.int().meta({ description: 'The number of platforms, including those still being published.' }),
    platforms: standing.array(),
  })
  .meta({ id: 'PostEventData', description: 'The state of the post when the event occurred.' })

const ofPostOrTarget = ofPost
  .extend({ ...z.object(platformAnswer).partial().shape, accountId: idOf('acc').optional() })
  .meta({
    id: 'PostOrPlatformEventData',
    description:
      'The state of the post when the event occurred. With `platform`, the event is about that platform only.',
  })

const ofAccount = z
  .object({ accountId: idOf('acc'), profileId: idOf('prof'), ...platformAnswer, handle: z.string() })
  .meta({ id: 'AccountEventData' })

const ofAlert = z
  .object({
    alertId: idOf('alert'),
    kind: z.string().meta({ examples: ['queue_old'] }),
    severity: z.enum(['info', 'warning', 'critical']),
    message: z.string(),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'What it is about: a network, a process, or the ID of an object.' }),
  })
  .meta({ id: 'AlertEventData' })

const ofApproval = z
  .object({
    postId: idOf('post'),
    profileId: idOf('prof'),
    uid: idOf('usr').nullable().meta({ description: 'Null if a guest decided.' }),
    guestId: idOf('gst').optional().meta({ description: 'The guest who decided. Omitted if a member did.' }),
  })
  .meta({ id: 'ApprovalEventData', description: 'A post, and who requested its approval or decided.' })

const ofThread = z
  .object({ postId: idOf('post'), profileId: idOf('prof'), uid: idOf('usr'), threadId: idOf('tcm') })
  .meta({ id: 'TeamThreadEventData', description: 'A thread of team comments, and the member who changed its state.' })

const ofConversation = z
  .object({ conversationId: idOf('conv'), profileId: idOf('prof'), accountId: idOf('acc'), ...platformAnswer })
  .meta({ id: 'ConversationEventData', description: 'A conversation of the inbox. Words and names are left out.' })

const ofReply = ofConversation
  .extend({ replyId: idOf('rpl') })
  .meta({ id: 'InboxReplyEventData', description: 'A reply of the team, and its conversation.' })

const dataSchemas: { readonly [Type in PublicEventType]: z.ZodObject } = {
  'post.queued': ofPost,
  'post.published': ofPostOrTarget,
  'post.partial': ofPost,
  'post.failed': ofPostOrTarget,
  'post.needs_attention': ofPostOrTarget,
  'post.removed': ofPostOrTarget,
  'account.connected': ofAccount,
  'account.disconnected': ofAccount,
  'account.needs_reconnect': ofAccount
    .extend({ reason: z.string() })
    .meta({ id: 'AccountNeedsReconnectEventData', description: 'An account, and why it must be reconnected.' }),
  'analytics.synced': ofAccount
    .extend({ posts: z.int().meta({ description: 'The posts whose metrics have changed.' }) })
    .meta({ id: 'AnalyticsSyncedEventData', description: 'An account, and how many of its posts have new metrics.' }),
  'post.approval_requested': ofApproval,
  'post.approved': ofApproval,
  'post.rejected': ofApproval
    .extend({ reason: z.string().meta({ examples: ['The date is wrong.'] }) })
    .meta({ id: 'PostRejectedEventData', description: 'A post, who rejected it, and why.' }),
  'post.commented': z
    .object({
      postId: idOf('post'),
      profileId: idOf('prof'),
      commentId: idOf('cmt'),
      name: z.string().meta({ description: 'The name that the visitor entered, or the author of a reply.' }),
      text: z.string(),
      fineByMe: z.boolean(),
      isReply: z.boolean().meta({ description: 'True for a reply from the team of the profile.' }),
    })
    .meta({ id: 'PostCommentedEventData' }),
  'post.team_commented': z
    .object({
      postId: idOf('post'),
      profileId: idOf('prof'),
      uid: idOf('usr').meta({ description: 'The member who wrote it.' }),
      commentId: idOf('tcm'),
      threadId: idOf('tcm').meta({ description: 'The first comment of the thread.' }),
      text: z.string().meta({ examples: ['@Ada Please check the price.'] }),
      mentions: idOf('usr').array().meta({ description: 'The members whom it mentions.' }),
    })
    .meta({ id: 'PostTeamCommentedEventData' }),
  'post.team_thread_resolved': ofThread,
  'post.team_thread_reopened': ofThread,
  'inbox.received': ofConversation,
  'inbox.changed': ofConversation
    .extend({
      uid: idOf('usr')
        .nullable()
        .meta({ description: 'The member who changed it. Null if a rule did, or the network.' }),
    })
    .meta({ id: 'ConversationChangedEventData', description: 'A conversation, and who changed it.' }),
  'inbox.approval_requested': ofReply
    .extend({ uid: idOf('usr').meta({ description: 'The member who asks, or who approved the step before.' }) })
    .meta({ id: 'InboxApprovalRequestedEventData', description: 'A reply that waits for someone’s approval.' }),
  'inbox.reply_sent': ofReply,
  'inbox.reply_failed': ofReply,
  'inbox.reply_needs_attention': ofReply,
  'alert.raised': ofAlert,
  'alert.closed': ofAlert,
  'test.progress': z
    .object({ runId: idOf('run'), name: z.string(), ok: z.boolean(), detail: z.string() })
    .meta({ id: 'TestProgressEventData', description: 'A self-test and its result.' }),
  'webhook.test': z.object({ message: z.string() }).meta({ id: 'WebhookTestEventData' }),
}

const schemaOf = (type: PublicEventType) =>
  z.object({ id: idOf('evt'), type: z.literal(type), createdAt: instant, data: dataSchemas[type] }).meta({
    id: nameOf(type),
    description: publicEvents[type],
    // Created only for the OpenAPI document, not at each start.
    get examples() {
      return [JSON.parse(exampleBody(type))]
    },
  })

/** `post.needs_attention` → `PostNeedsAttentionEvent` */
const nameOf = (type: PublicEventType): string =>
  `${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

/** The schema of each event, by its type. */
export const eventSchemas = new Map(publicEventTypes.map((type) => [type, schemaOf(type)]))

const [first, ...others] = eventSchemas.values()
if (!first) throw new Error('There are no events.')

export const event = z
  .discriminatedUnion('type', [first, ...others])
  .meta({ id: 'Event', description: 'An event, byte for byte as in a webhook. `type` says what `data` contains.' })
