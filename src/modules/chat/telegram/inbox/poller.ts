import { setTimeout as pause } from 'node:timers/promises'
import type { TelegramSettings } from '#infra/config/chats.ts'
import { seconds } from '#kernel/clock.ts'
import { listCommands } from '../../conversation/commands.ts'
import type { TelegramDeps } from '../../deps.ts'
import { askBotName } from '../actions/chats.ts'
import { storeUpdate } from '../actions/receive-update.ts'
import { createBotApi, meaningOf, TelegramRefusal, webhookSecretOf } from '../bot-api.ts'
import { holdPoller, releasePoller, storeOffset } from '../store/chats.ts'
import { face } from '../talk/talk.ts'
import { update as updateSchema, wantedUpdates } from '../updates.ts'

const webhookPath = '/v1/agent/chat-a/webhook'
/** The ports that Telegram delivers to. */
const ports = new Set(['', '443', '80', '88', '8443'])

/** The way in which updates arrive. A webhook needs a public https URL; without one, Posthorn polls. */
type Way = 'webhook' | 'polling'

function wayOf({ publicUrl }: Pick<TelegramDeps['config'], 'publicUrl'>): Way {
  const { protocol, port } = new URL(publicUrl)
  return protocol === 'https:' && ports.has(port) ? 'webhook' : 'polling'
}

/** Registers the webhook URL and the commands at Telegram. Idempotent. */
export async function setUpBot(deps: TelegramDeps, telegram: TelegramSettings): Promise<Way> {
  const api = createBotApi(deps, telegram)
  const way = wayOf(deps.config)
  await askBotName(deps, telegram)
  const menu = listCommands(face).map(({ name, description }) => ({ command: name.slice(1), description }))
  await api.call('setMyCommands', { commands: menu })
  if (way === 'webhook') {
    await api.call('setWebhook', {
      url: deps.config.publicUrl + webhookPath,
      secret_token: webhookSecretOf(telegram.token),
      allowed_updates: wantedUpdates,
    })
  } else await api.call('deleteWebhook', {})
  return way
}

/** Connects the bot: sets its webhook, or polls for updates if there is no public https URL. */
interface Poller {
  start(): void
  stop(): Promise<void>
  /** Polls once, without waiting for updates. Returns their number, or null while another process polls. For tests. */
  askOnce(): Promise<number | null>
}

interface PollerOptions extends TelegramDeps {
  readonly holder: string
  /** Called after updates were stored. */
  onUpdates?(): void
}

/** Duration of a long poll: Telegram holds the call open this long if no updates arrive. */
const longPollS = 25
const leaseMs = seconds(45)
const idleMs = seconds(5)
const afterFailureMs = seconds(10)

export function createPoller(options: PollerOptions): Poller {
  const { db, log, holder } = options
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let isSetUp: TelegramSettings | null = null

  /** Polls for updates while this process holds the lease. Only stored updates are confirmed to Telegram. */
  async function ask(telegram: TelegramSettings, timeoutS: number): Promise<number | null> {
    const offset = await holdPoller(db, telegram.botId, holder, leaseMs)
    if (offset === null) return null
    const given = await createBotApi(options, telegram).call<readonly unknown[]>(
      'getUpdates',
      { ...(offset > 0 ? { offset } : {}), timeout: timeoutS, allowed_updates: wantedUpdates },
      { timeoutMs: seconds(timeoutS + 10), signal: stopping.signal },
    )
    let next = offset
    for (const one of given) {
      const read = updateSchema.safeParse(one)
      if (read.success) await storeUpdate(options, telegram, read.data)
      const { update_id: id } = one as { update_id?: unknown }
      // Update IDs may restart at a lower number after a week without updates, so the last one counts, not the highest.
      if (typeof id === 'number') next = id + 1
    }
    if (next !== offset) await storeOffset(db, telegram.botId, holder, next)
    if (given.length > 0) options.onUpdates?.()
    return given.length
  }

  /** Returns the wait until the next poll. */
  async function look(): Promise<number> {
    const { telegram } = options.config
    if (!telegram) return idleMs
    if (isSetUp !== telegram) {
      const way = await setUpBot(options, telegram)
      isSetUp = telegram
      // Every start in the sandbox connects its bot, which would be a log line below the URLs that a start prints.
      if (telegram.mode === 'live') log.info({ event: 'telegram.connected', way }, 'The Telegram bot is connected')
    }
    if (wayOf(options.config) === 'webhook') return idleMs
    return (await ask(telegram, longPollS)) === null ? idleMs : 0
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const waitMs = await look().catch((error: unknown) => {
        if (stopping.signal.aborted) return 0
        const waitMs = error instanceof TelegramRefusal && meaningOf(error) === 'wait' ? (error.waitMs ?? 0) : 0
        log.warn({ event: 'telegram.not_connected', err: error }, 'The Telegram bot could not be connected')
        return Math.max(waitMs, afterFailureMs)
      })
      if (waitMs > 0) await pause(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  return {
    start() {
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
      const { telegram } = options.config
      if (telegram) await releasePoller(db, telegram.botId, holder).catch(() => {})
    },
    askOnce: async () => (options.config.telegram ? ask(options.config.telegram, 0) : null),
  }
}
