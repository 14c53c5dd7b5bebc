import { createBotApi } from './bot-api/client.ts'
import type { TelegramDeps } from './deps.ts'
import { findBot, putBot } from './store/bot.ts'

/** Returns the name of the bot, which its links need. Asks Telegram once. Null: it does not answer, or refuses the token. */
export async function readBotName(deps: TelegramDeps): Promise<string | null> {
  const { telegram } = deps.config
  if (!telegram) return null
  const known = await findBot(deps.db, telegram.botId)
  return known?.username ?? (await askBotName(deps))
}

async function askBotName(deps: TelegramDeps): Promise<string | null> {
  const { telegram } = deps.config
  if (!telegram) return null
  try {
    const { username } = await createBotApi(deps, telegram).call<{ username: string }>('getMe', {})
    await putBot(deps.db, telegram.botId, username)
    return username
  } catch (error) {
    deps.log.warn({ event: 'telegram.bot_unknown', err: error }, 'Telegram did not say who the bot is')
    return null
  }
}
