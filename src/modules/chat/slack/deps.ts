import type { SlackSettings } from '#infra/config/chats.ts'
import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import type { Inside } from '#infra/http/inside.ts'
import type { Log } from '#infra/log/log.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { createLinkCodes } from '../link-codes.ts'

export interface SlackDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly seal: Seal
  readonly queue: Pick<Queue, 'enqueue'>
  readonly outbound: Pick<Outbound, 'request'>
  /** Answers what linked people do, as requests of their users. */
  readonly inside: Pick<Inside, 'fetchAs'>
  readonly config: Pick<Config, 'publicUrl' | 'slack'>
}

/** Returns the app at Slack. Refuses where the operator has set up none. */
export const requireSlack = ({ config }: Pick<SlackDeps, 'config'>): SlackSettings =>
  config.slack ??
  refuse('chat_not_configured', {
    detail: 'The operator must set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_SIGNING_SECRET.',
  })

export const slackCodes = createLinkCodes('slackCode', 10)
