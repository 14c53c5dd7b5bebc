import type { Tx } from '#infra/db/client.ts'
import type { Heard } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import { listMembers } from '#modules/profiles/index.ts'
import { sendNotice } from '../jobs.ts'
import { listReachable } from '../store/people.ts'
import { contentOf, type NoticeType } from './notice.ts'

/**
 * Stores a job for each person in Slack who is to hear of an event, in the transaction of the event. Where nobody is
 * linked, that is one look at an index.
 */
export async function announceInSlack(
  { queue }: { readonly queue: Pick<Queue, 'enqueue'> },
  tx: Tx,
  event: Heard<NoticeType>,
): Promise<void> {
  const content = contentOf(event)
  if (!content) return
  for (const person of await listReachable(tx, await listHearers(tx, event)))
    await queue.enqueue(tx, sendNotice, { ...content, ...person })
}

/** The owner hears of everything. A request for approval goes to all others of the profile as well. */
async function listHearers(tx: Tx, event: Heard<NoticeType>) {
  if (event.type !== 'post.approval_requested') return [event.ownerUid]
  const members = await listMembers(tx, event.profileId)
  return members.map(({ uid }) => uid).filter((uid) => uid !== event.byUid)
}
