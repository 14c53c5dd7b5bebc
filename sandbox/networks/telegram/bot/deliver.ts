import { isOwn } from '../../../core/http/fetch-own.ts'
import { minutes, seconds } from '../../../core/kit/clock.ts'
import type { Platform } from '../state/platform.ts'
import type { Update, Webhook } from '../state/records.ts'

/** The kinds of updates that are sent only if the bot names them. */
const onlyWhenNamed = new Set(['chat_member', 'message_reaction', 'message_reaction_count'])
const repeatsAfterMs = [seconds(1), seconds(5), seconds(30), minutes(2), minutes(10), minutes(60)]

/** The outcome of a delivery. The status is 0 without a response, and null while the update waits for `getUpdates`. */
export interface Delivered {
  readonly update: Update
  readonly status: number | null
}

/** Creates an update and delivers it. Null if the bot did not subscribe to its kind. */
export async function sendToBot(platform: Platform, kind: string, what: object): Promise<Delivered | null> {
  const { bot, world, rules } = platform
  const isWanted = bot.allowed.length > 0 ? bot.allowed.includes(kind) : !onlyWhenNamed.has(kind)
  if (!isWanted) return null
  bot.lastUpdateId += 1
  const update = { update_id: bot.lastUpdateId, [kind]: what }
  bot.pending.set(update.update_id, { update, keptUntilMs: world.clock.ms() + rules.updatesMs })
  bot.poll?.('updates')
  return { update, status: await deliver(platform, update) }
}

/** Sends an update to the webhook, and retries with increasing delays. Returns null without a webhook. */
export async function deliver(platform: Platform, update: Update, nth = 0): Promise<number | null> {
  const { bot, world, due } = platform
  const { webhook } = bot
  const pending = bot.pending.get(update.update_id)
  if (!webhook || !pending) return null
  const status = await sendUpdate(platform, webhook, update)
  if (status >= 200 && status < 300) {
    bot.pending.delete(update.update_id)
    return status
  }
  const wait = repeatsAfterMs[Math.min(nth, repeatsAfterMs.length - 1)] ?? 0
  const again = world.clock.ms() + wait
  if (again < pending.keptUntilMs)
    due.add(again, 'An update is sent to the bot again.', () => void deliver(platform, update, nth + 1))
  else bot.pending.delete(update.update_id)
  return status
}

/** Posts one update. Only this machine is ever called. */
export async function sendUpdate(
  { rules, world }: Platform,
  webhook: Webhook,
  update: Update,
  secret = webhook.secret,
): Promise<number> {
  const url = isOwn(webhook.url) ? webhook.url : rules.deliversTo + new URL(webhook.url).pathname
  const note = (message: string) => {
    webhook.lastError = { atMs: world.clock.ms(), message }
  }
  if (!isOwn(url)) {
    note('Connection refused')
    return 0
  }
  try {
    const headers = {
      'content-type': 'application/json',
      ...(secret === '' ? {} : { 'x-telegram-bot-api-secret-token': secret }),
    }
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(update),
      redirect: 'manual',
      signal: AbortSignal.timeout(rules.answerWithinMs),
    })
    await answer.arrayBuffer()
    if (!answer.ok) note(`Wrong response from the webhook: ${answer.status} ${answer.statusText}`.trim())
    return answer.status
  } catch {
    note('Connection timed out')
    return 0
  }
}
