import type { Sandbox } from './networks.ts'
import type { Settings } from './table/settings.ts'

/** The bot that the operator created at Telegram, or the sandbox's bot. */
export interface TelegramSettings {
  readonly mode: 'live' | 'sandbox'
  /** URL of the Bot API, without a trailing slash. Every URL below it contains the token: never log one. */
  readonly url: string
  readonly token: string
  /** The bot's number, which is the beginning of its token. */
  readonly botId: number
}

const usualUrl = 'https://api.telegram.org'

/** Reads the bot. Returns null if Telegram is not set up and no sandbox simulates it. */
export function telegramOf(
  { TELEGRAM_BOT_TOKEN: token, TELEGRAM_URL: url = usualUrl }: Settings,
  sandbox: Sandbox | null,
): TelegramSettings | null {
  if (!token) return sandbox && telegramInSandbox(sandbox.url)
  return { mode: 'live', url, token, botId: botIdOf(token) }
}

/** The sandbox's only bot. Its token is public, so it is valid only for the sandbox. */
const sandboxToken = '7000000001:AAsandbox-bot-token-0123456789abcde'

const telegramInSandbox = (sandboxUrl: string): TelegramSettings => ({
  mode: 'sandbox',
  url: `${sandboxUrl}/telegram`,
  token: sandboxToken,
  botId: botIdOf(sandboxToken),
})

const botIdOf = (token: string): number => Number(token.split(':')[0])

/** Returns the settings for a sandbox that got a different port. */
export const telegramMovedTo = (sandboxUrl: string, telegram: TelegramSettings | null): TelegramSettings | null =>
  telegram?.mode === 'sandbox' ? telegramInSandbox(sandboxUrl) : telegram
