import type { TelegramSettings } from '#infra/config/telegram.ts'
import { createBotApi } from '../bot-api/client.ts'
import { wantedUpdates } from '../bot-api/updates.ts'
import { webhookSecretOf } from '../bot-api/webhook-secret.ts'
import type { TelegramDeps } from '../deps.ts'
import { menu } from '../show/texts.ts'
import { putBot } from '../store/bot.ts'

const webhookPath = '/v1/agent/chat-a/webhook'
/** The ports to which Telegram delivers. */
const ports = new Set(['', '443', '80', '88', '8443'])

/** The way in which updates come. A webhook needs a public https address; everything else is asked for. */
type Way = 'webhook' | 'polling'

export function wayOf({ publicUrl }: Pick<TelegramDeps['config'], 'publicUrl'>): Way {
  const { protocol, port } = new URL(publicUrl)
  return protocol === 'https:' && ports.has(port) ? 'webhook' : 'polling'
}

/** Tells Telegram where updates go, and which commands there are. Doing it again changes nothing. */
export async function setUpBot(deps: TelegramDeps, telegram: TelegramSettings): Promise<Way> {
  const api = createBotApi(deps, telegram)
  const way = wayOf(deps.config)
  const { username } = await api.call<{ username: string }>('getMe', {})
  await putBot(deps.db, telegram.botId, username)
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
