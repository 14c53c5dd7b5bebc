import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { TelegramSettings } from '#infra/config/chats.ts'
import { after } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { TelegramDeps } from '../../deps.ts'
import { webhookSecretOf } from '../bot-api.ts'
import { insertUpdate, updateBinding } from '../store/items.ts'
import { chatOf, type Update, update } from '../updates.ts'

/** An album has no end marker, so it waits until no new part has arrived for this long. */
const albumQuietMs = 1_200

/** Receives an update through the webhook. Reveals nothing to callers without the secret. */
export async function receiveFromWebhook(deps: TelegramDeps, secret: string | undefined, given: object): Promise<void> {
  const { telegram } = deps.config
  if (!telegram || secret === undefined || !isEqual(secret, webhookSecretOf(telegram.token)))
    return refuse('chat_secret_invalid')
  const read = update.safeParse(given)
  // Telegram would resend an unreadable update for a day.
  if (read.success) await storeUpdate(deps, telegram, read.data)
  else deps.log.warn({ event: 'telegram.update_unread' }, 'An update of Telegram could not be read and is ignored')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Stores an update once, for the workers. Returns before it is handled. */
export async function storeUpdate(
  deps: Pick<TelegramDeps, 'db' | 'clock' | 'seal'>,
  { botId }: Pick<TelegramSettings, 'botId'>,
  given: Update,
): Promise<void> {
  const chat = chatOf(given)
  if (!chat) return
  const receivedAt = deps.clock.now()
  const id: string = newId(receivedAt)
  const album = given.message?.media_group_id ?? null
  await insertUpdate(deps.db, {
    id,
    laneId: randomUUID(),
    botId,
    chatId: chat.id,
    updateId: given.update_id,
    album,
    sealedUpdate: deps.seal.seal(JSON.stringify(given), updateBinding(id)),
    receivedAt,
    dueAt: album === null ? receivedAt : after(receivedAt, albumQuietMs),
  })
}
