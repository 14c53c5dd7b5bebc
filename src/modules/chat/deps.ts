import type { SlackSettings, TelegramSettings } from '#infra/config/chats.ts'
import type { Config } from '#infra/config/config.ts'
import type { Log } from '#infra/log/log.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import { refuse } from '#kernel/errors.ts'
import type { Plans } from '#modules/plans/index.ts'
import type { ActorDeps } from './conversation/actor.ts'
import { createLinkCodes } from './link-codes.ts'

interface NetworkDeps extends ActorDeps {
  readonly log: Log
  readonly seal: Seal
  readonly outbound: Pick<Outbound, 'request'>
}

export interface TelegramDeps extends NetworkDeps {
  readonly plans: Plans
  readonly config: Pick<Config, 'publicUrl' | 'telegram'>
}

export interface SlackDeps extends NetworkDeps {
  readonly queue: Pick<Queue, 'enqueue'>
  readonly config: Pick<Config, 'publicUrl' | 'slack'>
}

/** Returns the bot. Refuses if the operator has not set one up. */
export const requireTelegram = ({ config }: Pick<TelegramDeps, 'config'>): TelegramSettings =>
  config.telegram ?? refuse('chat_not_configured', { detail: 'A server administrator must set TELEGRAM_BOT_TOKEN.' })

/** Returns the Slack app. Refuses if the operator has not set one up. */
export const requireSlack = ({ config }: Pick<SlackDeps, 'config'>): SlackSettings =>
  config.slack ??
  refuse('chat_not_configured', {
    detail: 'A server administrator must set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_SIGNING_SECRET.',
  })

export const telegramCodes = createLinkCodes('telegramCode', 8)
export const slackCodes = createLinkCodes('slackCode', 10)
