import type { Tx } from '#infra/db/client.ts'
import type { Heard } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { UserId } from '#kernel/ids.ts'
import { listMembers } from '#modules/profiles/index.ts'
import { sendNotice } from '../jobs.ts'
import { listReachable } from '../store/people.ts'
import { contentOf, type NoticeContent, type NoticeType } from './notice.ts'

/**
 * Stores a job for each person in Slack who is to be notified of an event, in the transaction of the events. Where nobody is
 * linked, that is one look at an index.
 */
export async function announceInSlack(
  { queue }: { readonly queue: Pick<Queue, 'enqueueMany'> },
  tx: Tx,
  events: readonly Heard<NoticeType>[],
): Promise<void> {
  const news: { readonly content: NoticeContent; readonly hearers: ReadonlySet<UserId> }[] = []
  for (const event of events) {
    const content = contentOf(event)
    if (content) news.push({ content, hearers: new Set(await listHearers(tx, event)) })
  }
  if (news.length === 0) return
  const people = await listReachable(tx, [...new Set(news.flatMap(({ hearers }) => [...hearers]))])
  const jobs = news.flatMap(({ content, hearers }) =>
    people
      .filter(({ uid }) => hearers.has(uid))
      .map(({ workspaceId, slackId }) => ({ job: sendNotice, data: { ...content, workspaceId, slackId } })),
  )
  if (jobs.length > 0) await queue.enqueueMany(tx, jobs)
}

/** The owner is notified of everything. A request for approval goes to all others of the profile as well. */
async function listHearers(tx: Tx, event: Heard<NoticeType>) {
  if (event.type !== 'post.approval_requested') return [event.ownerUid]
  const members = await listMembers(tx, event.profileId)
  return members.map(({ uid }) => uid).filter((uid) => uid !== event.byUid)
}
