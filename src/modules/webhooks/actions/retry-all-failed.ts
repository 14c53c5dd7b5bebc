import type { Tx } from '#infra/db/client.ts'
import type { WebhookDeps } from '../deps.ts'
import { replayFailedOfAll } from '../store/replays.ts'

export type WebhookRetryDeps = Pick<WebhookDeps, 'config'>

const maxRetried = 10_000

/** Replays the deliveries of every active endpoint that failed for good since a time. Returns their number. */
export const retryAllFailed = ({ config }: WebhookRetryDeps, tx: Tx, since: Date): Promise<number> =>
  replayFailedOfAll(tx, { since, most: maxRetried }, { ownId: config.webhookPolicy === 'once' })
