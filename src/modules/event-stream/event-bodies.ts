import type { ReceivedEvent } from '#infra/events/index.ts'
import type { EventOf, PlatformStanding, PostStanding } from '#kernel/events.ts'
import { type AccountId, fromWire, type GuestId, type Id, type IdPrefix, toWire, type UserId } from '#kernel/ids.ts'
import { type Network, platformFields } from '#rules/network-names.ts'
import { isPublicEvent, type PublicEvent, type PublicEventType, publicEventTypes } from './public-events.ts'

/**
 * Returns the exact bytes that subscribers receive. They are created once, in the transaction that causes the event,
 * and stored, so a later version of this file does not change pending deliveries.
 */
export function bodyOf(event: ReceivedEvent, at: Date): string | null {
  if (!isPublicEvent(event)) return null
  const { eventId, type } = event as ReceivedEvent & PublicEvent
  return JSON.stringify({ id: toWire('evt', eventId), type, createdAt: at.toISOString(), data: dataOf(event) })
}

/** Returns who requested or decided. `guestId` is only there if a guest decided. */
const nameDecider = ({ byUid, guestId }: { readonly byUid: UserId | null; readonly guestId?: GuestId }) => ({
  uid: byUid === null ? null : toWire('usr', byUid),
  ...(guestId === undefined ? {} : { guestId: toWire('gst', guestId) }),
})

function dataOf(event: PublicEvent): object {
  if (event.type === 'webhook.test') return { message: 'This is a test event.' }
  if ('alertId' in event) {
    const { alertId, kind, severity, message, subject } = event
    return { alertId: toWire('alert', alertId), kind, severity, message, subject }
  }
  if (event.type === 'test.progress') {
    const { runId, name, ok, detail } = event
    return { runId: toWire('run', runId), name, ok, detail }
  }
  const profileId = toWire('prof', event.profileId)
  if ('handle' in event) {
    const { network, handle } = event
    const reason = 'reason' in event ? { reason: event.reason } : {}
    const posts = 'posts' in event ? { posts: event.posts } : {}
    return {
      accountId: toWire('acc', event.accountId),
      profileId,
      ...platformFields(network),
      handle,
      ...reason,
      ...posts,
    }
  }
  if ('conversationId' in event) {
    const { network, conversationId, accountId } = event
    return {
      conversationId: toWire('conv', conversationId),
      profileId,
      accountId: toWire('acc', accountId),
      ...platformFields(network),
      ...('replyId' in event ? { replyId: toWire('rpl', event.replyId) } : {}),
      ...('byUid' in event ? { uid: event.byUid && toWire('usr', event.byUid) } : {}),
    }
  }
  if ('teamComment' in event) {
    const { postId, byUid, teamComment } = event
    return {
      postId: toWire('post', postId),
      profileId,
      uid: toWire('usr', byUid),
      commentId: toWire('tcm', teamComment.id),
      threadId: toWire('tcm', teamComment.threadId),
      text: teamComment.text,
      mentions: teamComment.mentions.map((uid) => toWire('usr', uid)),
    }
  }
  if ('byUid' in event) {
    const reason = 'reason' in event ? { reason: event.reason } : {}
    const thread = 'threadId' in event ? { threadId: toWire('tcm', event.threadId) } : {}
    return { postId: toWire('post', event.postId), profileId, ...nameDecider(event), ...reason, ...thread }
  }
  if ('comment' in event) {
    const { postId, commentId, comment } = event
    return { postId: toWire('post', postId), profileId, commentId: toWire('cmt', commentId), ...comment }
  }
  return {
    postId: toWire('post', event.postId),
    profileId,
    ...presentStanding(event.standing),
    ...('network' in event && event.network ? platformFields(event.network) : {}),
    ...('accountId' in event && event.accountId ? { accountId: toWire('acc', event.accountId) } : {}),
  }
}

const presentStanding = ({ platforms, ...counts }: PostStanding) => ({
  ...counts,
  platforms: platforms.map(({ network, accountId, ...rest }) => ({
    ...platformFields(network),
    ...rest,
    accountId: accountId === null ? null : toWire('acc', accountId),
  })),
})

const idOf = <Prefix extends IdPrefix>(prefix: Prefix, end: string): Id<Prefix> => {
  const id = fromWire(prefix, `${prefix}_01m7zc357meqxa1v60zvt7b${end}`)
  if (!id) throw new Error(`${end} must be three letters of the alphabet of ids`)
  return id
}

const ownerUid = idOf('usr', 'aaa')
const [onBluesky, onMastodon] = [idOf('acc', 'na1'), idOf('acc', 'ms1')]
const account = {
  ownerUid,
  profileId: idOf('prof', 'hc1'),
  accountId: onBluesky,
  network: 'bluesky',
  handle: 'harbour.example.com',
} as const
const post = { ownerUid, profileId: account.profileId, postId: idOf('post', 'gh1'), round: 1 } as const

const approval = { ownerUid, profileId: account.profileId, postId: post.postId, byUid: idOf('usr', 'bbb') } as const

const isThere: PlatformStanding = {
  network: 'bluesky',
  accountId: onBluesky,
  status: 'published',
  platformPostId: 'at://did:plc:harbour2example7coffee34/app.bsky.feed.post/3lharbour2222',
  platformUrl: 'https://bsky.app/profile/harbour.example.com/post/3lharbour2222',
  error: null,
  errorCode: null,
  retryable: false,
}
const onItsWay = { ...isThere, status: 'queued', platformPostId: null, platformUrl: null }
const other = (
  status: string,
  reason: Pick<PlatformStanding, 'error' | 'errorCode'> = { error: null, errorCode: null },
): PlatformStanding => ({
  ...onItsWay,
  network: 'mastodon',
  accountId: onMastodon,
  status,
  ...reason,
})
const refused = other('failed', {
  error: 'The network rejected the text because it is longer than 500 characters.',
  errorCode: 'content_rejected',
})
const lost = other('unknown', {
  error: 'The response was lost, and Mastodon cannot be queried. Check whether the post was published.',
  errorCode: 'outcome_unknown',
})

const standing = (status: string, ...platforms: PlatformStanding[]): { readonly standing: PostStanding } => ({
  standing: {
    status,
    published: platforms.filter((one) => one.status === 'published').length,
    failed: platforms.filter((one) => one.status === 'failed').length,
    total: platforms.length,
    platforms,
  },
})
const ofMastodon: { readonly network: Network; readonly accountId: AccountId } = {
  network: 'mastodon',
  accountId: onMastodon,
}

const alert = {
  ownerUid,
  alertId: idOf('alert', 'a1e'),
  kind: 'queue_old',
  severity: 'critical',
  message:
    'Posts to bluesky have been waiting for 6 minutes and no process is picking them up. Check that a worker is running.',
  subject: 'bluesky',
}

const conversation = {
  ownerUid,
  profileId: account.profileId,
  ...ofMastodon,
  conversationId: idOf('conv', 'cv1'),
}

/** One example event of each type. `bodyOf`, which serializes real events, also serializes these. */
const examples: { readonly [Type in PublicEventType]: Omit<EventOf<Type>, 'type'> } = {
  'post.queued': { ...post, ...standing('queued', onItsWay, other('queued')) },
  'post.published': { ...post, ...standing('published', isThere) },
  'post.partial': { ...post, ...standing('partial', isThere, refused) },
  'post.failed': { ...post, ...standing('partial', isThere, refused), ...ofMastodon },
  'account.connected': account,
  'account.disconnected': account,
  'test.progress': {
    ownerUid,
    runId: idOf('run', 'rn1'),
    name: 'storage',
    ok: true,
    detail: 'The folder of media stores and returns files.',
  },
  'webhook.test': { ownerUid, endpointId: idOf('wh', 'ee1') },
  'post.needs_attention': { ...post, ...standing('unknown', isThere, lost), ...ofMastodon },
  'post.removed': { ...post, ...standing('published', isThere), ...ofMastodon },
  'post.approval_requested': approval,
  'post.approved': approval,
  'post.rejected': { ...approval, reason: 'The date is wrong.' },
  'post.commented': {
    ownerUid,
    profileId: account.profileId,
    postId: post.postId,
    commentId: idOf('cmt', 'cm1'),
    comment: { name: 'Maria', text: 'Please add our opening hours.', fineByMe: false, isReply: false },
  },
  'post.team_commented': {
    ...approval,
    teamComment: {
      id: idOf('tcm', 'tc2'),
      threadId: idOf('tcm', 'tc1'),
      text: '@Ada Please check the price.',
      mentions: [idOf('usr', 'aaa')],
    },
  },
  'post.team_thread_resolved': { ...approval, threadId: idOf('tcm', 'tc1') },
  'post.team_thread_reopened': { ...approval, threadId: idOf('tcm', 'tc1') },
  'inbox.received': conversation,
  'inbox.changed': { ...conversation, byUid: ownerUid },
  'inbox.approval_requested': { ...conversation, replyId: idOf('rpl', 'rp1'), byUid: ownerUid },
  'inbox.reply_sent': { ...conversation, replyId: idOf('rpl', 'rp1') },
  'inbox.reply_failed': { ...conversation, replyId: idOf('rpl', 'rp1') },
  'inbox.reply_needs_attention': { ...conversation, replyId: idOf('rpl', 'rp1') },
  'account.needs_reconnect': {
    ...account,
    reason: 'The account is deactivated. Reactivate it on Bluesky, then reconnect it.',
  },
  'analytics.synced': { ...account, posts: 12 },
  'alert.raised': alert,
  'alert.closed': alert,
}

export const exampleAt = new Date('2026-11-21T12:36:24.513Z')

/** Returns the body that is sent for the example of this type, byte for byte. */
export function exampleBody(type: PublicEventType): string {
  const eventId = idOf('evt', `t${String(publicEventTypes.indexOf(type)).padStart(2, '0')}`)
  const body = bodyOf({ ...examples[type], type, eventId } as ReceivedEvent, exampleAt)
  if (body === null) throw new Error(`no subscriber receives ${type}`)
  return body
}
