import type { Tx } from '#infra/db/client.ts'
import type { ReceivedEvent } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { UserId } from '#kernel/ids.ts'
import { toWire } from '#kernel/ids.ts'
import { isWanted, readPrefs } from '#modules/alerts/index.ts'
import { listMembers } from '#modules/profiles/index.ts'
import { type SlackNotice, sendNotice } from './slack/jobs.ts'
import { listReachable } from './slack/store/people.ts'
import { insertNotices, insertPersonalNotices } from './telegram/store/items.ts'

type PostEvent = ReceivedEvent<
  | 'post.published'
  | 'post.partial'
  | 'post.failed'
  | 'post.needs_attention'
  | 'post.approval_requested'
  | 'post.approved'
  | 'post.rejected'
>
type AccountEvent = ReceivedEvent<'account.needs_reconnect'>
type AlertEvent = ReceivedEvent<'alert.raised' | 'alert.closed'>

interface TellDeps {
  readonly queue: Pick<Queue, 'enqueueMany'>
}

/**
 * Notifies linked chats of posts, in the transaction of the events. A post has an event for each target and then one for
 * itself. An event about a target is passed on only if someone must act.
 */
export async function tellChatsOfPosts(deps: TellDeps, tx: Tx, events: readonly PostEvent[]): Promise<void> {
  const news = events.filter(
    (event) => event.type === 'post.needs_attention' || !('targetId' in event && event.targetId !== undefined),
  )
  await tellSlack(deps, tx, news)
  await insertNotices(
    tx,
    news.map((event) => {
      const by = 'byUid' in event && event.byUid !== null ? { byUid: event.byUid } : {}
      const notice = { kind: event.type, postId: toWire('post', event.postId), ...by }
      return { ownerUid: event.ownerUid, profileId: event.profileId, notice }
    }),
  )
}

/** Notifies linked chats of accounts that must be connected again. */
export async function tellChatsOfAccounts(deps: TellDeps, tx: Tx, events: readonly AccountEvent[]): Promise<void> {
  await tellSlack(deps, tx, events)
  await insertNotices(
    tx,
    events.map(({ type, ownerUid, profileId, accountId }) => {
      const notice = { kind: type, accountId: toWire('acc', accountId) }
      return { ownerUid, profileId, notice }
    }),
  )
}

/** Notifies an administrator's linked chats of alerts, as their preferences allow. */
export async function tellChatsOfAlerts(deps: TellDeps, tx: Tx, events: readonly AlertEvent[]): Promise<void> {
  for (const event of events) {
    const prefs = await readPrefs(tx, event.ownerUid)
    if (!prefs.chat || !isWanted(event, prefs)) continue
    await insertPersonalNotices(tx, event.ownerUid, { kind: event.type, alertId: event.alertId })
    await tellSlack(deps, tx, [event])
  }
}

type SlackEvent = Exclude<PostEvent, { type: 'post.approved' | 'post.rejected' }> | AccountEvent | AlertEvent

/** Stores a job for each person in Slack who is notified. If no one is linked, that is one index lookup. */
async function tellSlack(
  { queue }: TellDeps,
  tx: Tx,
  events: readonly (PostEvent | AccountEvent | AlertEvent)[],
): Promise<void> {
  const news: { readonly event: SlackEvent; readonly receivers: ReadonlySet<UserId> }[] = []
  for (const event of events)
    if (event.type !== 'post.approved' && event.type !== 'post.rejected')
      news.push({ event, receivers: new Set(await listReceivers(tx, event)) })
  if (news.length === 0) return
  const people = await listReachable(tx, [...new Set(news.flatMap(({ receivers }) => [...receivers]))])
  const jobs = news.flatMap(({ event, receivers }) =>
    people
      .filter(({ uid }) => receivers.has(uid))
      .map(({ workspaceId, slackId }) => ({ job: sendNotice, data: { ...readContent(event), workspaceId, slackId } })),
  )
  if (jobs.length > 0) await queue.enqueueMany(tx, jobs)
}

/** The owner is notified of everything. A request for approval goes to all others of the profile instead. */
async function listReceivers(tx: Tx, event: SlackEvent): Promise<readonly UserId[]> {
  if (event.type !== 'post.approval_requested') return [event.ownerUid]
  const members = await listMembers(tx, event.profileId)
  return members.map(({ uid }) => uid).filter((uid) => uid !== event.byUid)
}

function readContent(event: SlackEvent): Omit<SlackNotice, 'workspaceId' | 'slackId'> {
  const { type, eventId } = event
  const empty = { type, eventId, postId: null, account: null, alert: null }
  if ('postId' in event) return { ...empty, postId: event.postId }
  if (event.type === 'account.needs_reconnect') {
    const { network, handle, reason } = event
    return { ...empty, account: { network, handle, reason } }
  }
  const { severity, message } = event
  return { ...empty, alert: { severity, message } }
}
