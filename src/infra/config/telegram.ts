import type { Sandbox } from './networks.ts'
import type { Settings } from './table/settings.ts'

/** The bot that the operator made at Telegram, or that of the sandbox. */
export interface TelegramSettings {
  readonly mode: 'live' | 'sandbox'
  /** Address of the Bot API, without a trailing slash. Every address below it contains the token: never log one. */
  readonly url: string
  readonly token: string
  /** The number of the bot, with which its token begins. */
  readonly botId: number
}

const usualUrl = 'https://api.telegram.org'

/** Reads the bot. Null: Telegram is not set up, and there is no sandbox that stands in for it. */
export function telegramOf(
  { TELEGRAM_BOT_TOKEN: token, TELEGRAM_URL: url = usualUrl }: Settings,
  sandbox: Sandbox | null,
): TelegramSettings | null {
  if (!token) return sandbox && telegramInSandbox(sandbox.url)
  return { mode: 'live', url, token, botId: botIdOf(token) }
}

/** The one bot of the sandbox. Its token is public, so it counts for the sandbox alone. */
const sandboxToken = '7000000001:AAsandbox-bot-token-0123456789abcde'

const telegramInSandbox = (sandboxUrl: string): TelegramSettings => ({
  mode: 'sandbox',
  url: `${sandboxUrl}/telegram`,
  token: sandboxToken,
  botId: botIdOf(sandboxToken),
})

const botIdOf = (token: string): number => Number(token.split(':')[0])

/** Returns the settings for a sandbox that got another port. */
export const telegramMovedTo = (sandboxUrl: string, telegram: TelegramSettings | null): TelegramSettings | null =>
  telegram?.mode === 'sandbox' ? telegramInSandbox(sandboxUrl) : telegram
