import { type Handled, handle } from '#infra/queue/index.ts'
import { before, days } from '#kernel/clock.ts'
import type { SlackDeps } from './deps.ts'
import { handleReceived } from './handle/handle-inbox.ts'
import { endTokenAtSlack } from './install/end-token.ts'
import { slackCodes } from './install/link-codes.ts'
import { endToken, handleInbox, sendNotice, sweepSlack } from './jobs.ts'
import { notify } from './notices/notify.ts'
import { deleteExpiredFlows } from './store/flows.ts'
import { deleteOldInbox } from './store/inbox.ts'

/** Slack repeats a delivery for some minutes. What came is known for a day, so that none is handled twice. */
const keptMs = days(1)

export const slackHandlers = (deps: SlackDeps): readonly Handled[] => [
  handle(handleInbox, ({ key }) => handleReceived(deps, key)),
  handle(sendNotice, (notice) => notify(deps, notice)),
  handle(endToken, (data) => endTokenAtSlack(deps, data)),
  handle(sweepSlack, async () => {
    await deleteExpiredFlows(deps.db)
    await slackCodes.deleteExpired(deps.db)
    await deleteOldInbox(deps.db, before(deps.clock.now(), keptMs))
  }),
]
