import { randomUUID } from 'node:crypto'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { ReceivedEvent } from '#infra/events/index.ts'
import { defineJob, type Handled, handle, type Queue } from '#infra/queue/index.ts'
import { after, type Clock, seconds } from '#kernel/clock.ts'
import { fromWire, type ProfileId, toWire } from '#kernel/ids.ts'
import type { InboxNews } from './conversation/talks.ts'
import { sendNotice } from './slack/jobs.ts'
import { doesAnyoneFollow, listInboxReaders } from './slack/store/people.ts'
import { doesAnyChatFollow } from './telegram/store/chats.ts'
import { insertInboxNotices } from './telegram/store/items.ts'

/** Tells the chats of a profile that want to know what has arrived in its inbox, or that a reply was not sent. */
export const tellInbox = defineJob<InboxNews>('chat.inbox')

/** Arrivals within this time share a message, so that ten thousand comments are not as many messages. */
const joinedMs = seconds(60)

interface TellDeps {
  readonly clock: Clock
  readonly queue: Pick<Queue, 'enqueueMany'>
}

type InboxEvent = ReceivedEvent<'inbox.received' | 'inbox.reply_failed' | 'inbox.reply_needs_attention'>

/** Enqueues news of inboxes, in the transaction of the events. At most one job waits for each profile. */
export async function tellChatsOfInbox(deps: TellDeps, tx: Tx, events: readonly InboxEvent[]): Promise<void> {
  if (!(await doesAnyChatFollow(tx)) && !(await doesAnyoneFollow(tx))) return
  const now = deps.clock.now()
  await deps.queue.enqueueMany(
    tx,
    events.map(({ type, profileId, conversationId }) => {
      const failedIn = type === 'inbox.received' ? null : toWire('conv', conversationId)
      const news = { profileId: toWire('prof', profileId), since: now.toISOString(), failedIn }
      const runAt = failedIn === null ? after(now, joinedMs) : now
      return { job: tellInbox, data: news, key: failedIn ?? news.profileId, runAt }
    }),
  )
}

export const inboxNewsHandlers = ({ db, queue }: { readonly db: Db } & Pick<TellDeps, 'queue'>): readonly Handled[] => [
  handle(tellInbox, async (inbox) => {
    const profileId = fromWire('prof', inbox.profileId) as ProfileId | null
    if (profileId === null) return
    await inTx(db, async (tx) => {
      await insertInboxNotices(tx, profileId, { kind: 'inbox', inbox })
      const people = await listInboxReaders(tx, profileId)
      const empty = { type: 'inbox', eventId: randomUUID(), postId: null, account: null, alert: null }
      if (people.length > 0)
        await queue.enqueueMany(
          tx,
          people.map((person) => ({ job: sendNotice, data: { ...empty, ...person, inbox } })),
        )
    })
  }),
]
