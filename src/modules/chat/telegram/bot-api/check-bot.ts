import type { TelegramSettings } from '#infra/config/telegram.ts'
import type { TelegramDeps } from '../deps.ts'
import { createBotApi } from './client.ts'
import { TelegramRefusal } from './failures.ts'

interface BotCheck {
  readonly ok: boolean
  readonly detail: string
}

/** Tries the token of a bot at Telegram. */
export async function checkTelegramBot(
  deps: Pick<TelegramDeps, 'outbound'>,
  telegram: TelegramSettings | null,
): Promise<BotCheck> {
  if (!telegram) return { ok: false, detail: 'TELEGRAM_BOT_TOKEN is not set, so there is no bot.' }
  try {
    const { username } = await createBotApi(deps, telegram).call<{ username: string }>('getMe', {})
    return { ok: true, detail: `The token is that of @${username}.` }
  } catch (error) {
    if (error instanceof TelegramRefusal && (error.status === 401 || error.status === 404))
      return { ok: false, detail: 'Telegram does not know this token. Copy it from @BotFather again.' }
    return { ok: false, detail: 'Telegram does not answer. Try again shortly, or check TELEGRAM_URL.' }
  }
}
