import type { SealedColumn } from '#infra/db/reseal.ts'
import { type Handled, handle } from '#infra/queue/index.ts'
import { before, days } from '#kernel/clock.ts'
import { type SlackDeps, slackCodes } from '../deps.ts'
import { endTokenAtSlack } from './actions/links.ts'
import { handleReceived, notify } from './handle/handle-inbox.ts'
import { endToken, handleInbox, sendNotice, sweepSlack } from './jobs.ts'
import { bodyBinding, deleteExpiredFlows, deleteOldInbox, emptyInbox } from './store/inbox.ts'
import { deleteWorkspace, tokenBinding } from './store/workspaces.ts'

/** Slack repeats a delivery for several minutes. Keys are stored for a day, so no delivery is handled twice. */
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

/** Columns that a rotation of SECRET_KEY reseals. A workspace whose token is lost must install the app again. */
export const sealedSlackColumns: readonly SealedColumn[] = [
  {
    table: 'slack_workspace',
    column: 'sealed_token',
    key: ['id'],
    boundTo: tokenBinding,
    giveUp: async (_deps, tx, id = '') => void (await deleteWorkspace(tx, id)),
  },
  {
    table: 'slack_inbox',
    column: 'sealed_body',
    key: ['key'],
    boundTo: bodyBinding,
    giveUp: (_deps, tx, key = '') => emptyInbox(tx, key),
  },
]
