import type { Heard } from '#infra/events/index.ts'
import type { PostStanding } from '#kernel/events.ts'
import { toWire } from '#kernel/ids.ts'
import { platformFields } from '#rules/network-names.ts'
import { isPublicEvent, type PublicEvent } from './public-events.ts'

/**
 * Returns the exact bytes that subscribers receive. They are created once, in the transaction that causes the event,
 * and stored, so a later version of this file does not change pending deliveries.
 */
export function bodyOf(event: Heard, at: Date): string | null {
  if (!isPublicEvent(event)) return null
  const { eventId, type } = event as Heard & PublicEvent
  return JSON.stringify({ id: toWire('evt', eventId), type, createdAt: at.toISOString(), data: dataOf(event) })
}

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
  if ('byUid' in event) {
    const reason = 'reason' in event ? { reason: event.reason } : {}
    return { postId: toWire('post', event.postId), profileId, uid: toWire('usr', event.byUid), ...reason }
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
