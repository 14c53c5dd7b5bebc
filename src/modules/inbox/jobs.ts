import { inTx } from '#infra/db/client.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { InboxDeps } from './deps.ts'
import { keepInbox } from './keeping/keep.ts'
import { type MorningDeps, mailMornings } from './morning/mail-mornings.ts'
import { storeInboxDays } from './numbers/store-days.ts'
import { wakeConversations } from './store/conversations.ts'

/** Erases words and names whose time is over. A cron enqueues it. */
export const keepInboxWords = defineJob('inbox.keep')

/** Opens conversations whose snooze is over. A cron enqueues it. */
export const wakeInbox = defineJob('inbox.wake')

/** Stores the numbers of the day that has ended. A cron enqueues it. */
export const storeInboxNumbers = defineJob('inbox.days')

/** Emails what is open in the morning. A cron enqueues it. */
export const mailInboxMornings = defineJob('inbox.mornings')

const batch = 500

export const inboxHandlers = (deps: Pick<InboxDeps, 'db' | 'clock' | 'log'> & MorningDeps): readonly Handled[] => [
  handle(keepInboxWords, (_data, { signal }) => keepInbox(deps, signal)),
  handle(storeInboxNumbers, (_data, { signal }) => storeInboxDays(deps, signal)),
  handle(mailInboxMornings, (_data, { signal }) => mailMornings(deps, signal)),
  handle(wakeInbox, async (_data, { signal }) => {
    while (!signal.aborted) {
      const woken = await inTx(deps.db, (tx) => wakeConversations(tx, deps.clock.now(), batch))
      if (woken < batch) return
    }
  }),
]
