import type { TelegramSettings } from '#infra/config/chats.ts'
import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { Plans } from '#modules/plans/index.ts'
import { createLinkCodes } from '../link-codes.ts'

export interface TelegramDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly seal: Seal
  readonly plans: Plans
  readonly outbound: Pick<Outbound, 'request'>
  readonly config: Pick<Config, 'publicUrl' | 'telegram'>
  /** The API from inside the process, by which a chat does what its user may do. */
  readonly inside: { fetchAs(caller: Caller): typeof fetch }
}

/** Returns the bot. Refuses where the operator has set up none. */
export const requireTelegram = ({ config }: Pick<TelegramDeps, 'config'>): TelegramSettings =>
  config.telegram ?? refuse('chat_not_configured', { detail: 'The operator must set TELEGRAM_BOT_TOKEN.' })

export const telegramCodes = createLinkCodes('telegramCode', 8)
