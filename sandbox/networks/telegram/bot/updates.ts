import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '../state/platform.ts'
import type { Update } from '../state/records.ts'
import { bad, fail } from '../wire/answers.ts'
import type { Call, Method } from '../wire/api.ts'
import { deliver } from './deliver.ts'

const ports = new Set(['', '443', '80', '88', '8443'])
const maxTimeoutS = 50
const defaultConnections = 40

/** The two ways in which a bot gets its updates. They are mutually exclusive. */
export const updateMethods: readonly Method[] = [
  { name: 'getUpdates', run: getUpdates },
  { name: 'setWebhook', writes: true, run: setWebhook },
  { name: 'deleteWebhook', writes: true, run: removeWebhook },
  { name: 'getWebhookInfo', run: readWebhook },
]

async function getUpdates({ platform, number, value }: Call): Promise<readonly Update[]> {
  const { bot, rules } = platform
  if (bot.webhook)
    fail(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    )
  const allowed = value('allowed_updates')
  if (Array.isArray(allowed)) bot.allowed = allowed.map(String)
  // A second poller ends the first one.
  bot.poll?.('conflict')
  const offset = number('offset', 0)
  const limit = Math.min(Math.max(1, number('limit', rules.maxUpdates)), rules.maxUpdates)
  for (const id of bot.pending.keys()) if (offset > 0 && id < offset) bot.pending.delete(id)
  const ready = () =>
    sorted(platform)
      .slice(offset < 0 ? offset : 0)
      .slice(0, limit)
  const timeoutMs = Math.min(number('timeout', 0), maxTimeoutS) * 1_000
  if (bot.pending.size > 0 || timeoutMs <= 0) return ready()
  if ((await waitForUpdates(platform, timeoutMs)) === 'conflict')
    fail(409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running')
  return ready()
}

const sorted = ({ bot }: Platform): Update[] =>
  [...bot.pending.values()].map(({ update }) => update).sort((one, other) => one.update_id - other.update_id)

async function waitForUpdates({ bot }: Platform, timeoutMs: number): Promise<'updates' | 'conflict'> {
  const { promise, resolve } = Promise.withResolvers<'updates' | 'conflict'>()
  bot.poll = resolve
  const ending = new AbortController()
  const timeout = pause(timeoutMs, 'updates' as const, { signal: ending.signal, ref: false }).catch(
    () => 'updates' as const,
  )
  const why = await Promise.race([promise, timeout])
  ending.abort()
  if (bot.poll === resolve) bot.poll = null
  return why
}

function setWebhook({ platform, text, number, value, isTrue }: Call): true {
  const { bot } = platform
  const url = text('url')
  if (isTrue('drop_pending_updates')) bot.pending.clear()
  if (url === '') {
    bot.webhook = null
    return true
  }
  const parsed = URL.parse(url)
  if (!parsed) bad('bad webhook: invalid webhook URL specified')
  if (parsed?.protocol !== 'https:') bad('bad webhook: An HTTPS URL must be provided for webhook')
  if (!ports.has(parsed?.port ?? '')) bad('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443')
  const secret = text('secret_token')
  if (!/^[\w-]{0,256}$/.test(secret)) bad('secret token contains unallowed characters')
  const allowed = value('allowed_updates')
  if (Array.isArray(allowed)) bot.allowed = allowed.map(String)
  const maxConnections = number('max_connections', defaultConnections)
  bot.webhook = { url, secret, maxConnections, allowed: bot.allowed, lastError: null }
  bot.poll?.('conflict')
  for (const update of sorted(platform)) void deliver(platform, update)
  return true
}

function removeWebhook({ platform, isTrue }: Call): true {
  platform.bot.webhook = null
  if (isTrue('drop_pending_updates')) platform.bot.pending.clear()
  return true
}

function readWebhook({ platform }: Call): object {
  const { webhook, pending, allowed } = platform.bot
  const { lastError } = webhook ?? { lastError: null }
  return {
    url: webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: pending.size,
    ...(webhook ? { max_connections: webhook.maxConnections, ip_address: '127.0.0.1' } : {}),
    ...(lastError
      ? { last_error_date: Math.floor(lastError.atMs / 1_000), last_error_message: lastError.message }
      : {}),
    ...(allowed.length > 0 ? { allowed_updates: allowed } : {}),
  }
}
