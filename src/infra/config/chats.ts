import type { Sandbox } from './networks.ts'
import type { Settings } from './table/settings.ts'

/** The app that the operator registered at Slack, or the sandbox's app. */
export interface SlackSettings {
  readonly mode: 'live' | 'sandbox'
  /** URL of the consent page and the Web API, without a trailing slash. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly signingSecret: string
  /** The origins to which the token or a response may be sent. */
  readonly origins: readonly string[]
}

const usualSlackUrl = 'https://slack.com'
const usualOrigins = ['https://files.slack.com', 'https://hooks.slack.com']

/** Reads the app. Returns null if Slack is not set up and no sandbox simulates it. */
export function slackOf(settings: Settings, sandbox: Sandbox | null): SlackSettings | null {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = settings
  const { SLACK_SIGNING_SECRET: signingSecret, SLACK_URL: url = usualSlackUrl } = settings
  if (!clientId || !clientSecret || !signingSecret) return sandbox && slackInSandbox(sandbox.url)
  const origins = [new URL(url).origin, ...(url === usualSlackUrl ? usualOrigins : [])]
  return { mode: 'live', url, clientId, clientSecret, signingSecret, origins }
}

/** The only app that the sandbox knows. Its secrets are public, so it is valid only for the sandbox. */
const slackInSandbox = (sandboxUrl: string): SlackSettings => ({
  mode: 'sandbox',
  url: `${sandboxUrl}/slack`,
  clientId: 'sandbox-app',
  clientSecret: 'sandbox-app-secret',
  signingSecret: 'sandbox-signing-secret',
  origins: [new URL(sandboxUrl).origin],
})

/** Returns the settings for a sandbox that got a different port. */
export const slackMovedTo = (sandboxUrl: string, slack: SlackSettings | null): SlackSettings | null =>
  slack?.mode === 'sandbox' ? slackInSandbox(sandboxUrl) : slack

/** The bot that the operator created at Telegram, or the sandbox's bot. */
export interface TelegramSettings {
  readonly mode: 'live' | 'sandbox'
  /** URL of the Bot API, without a trailing slash. Every URL below it contains the token: never log one. */
  readonly url: string
  readonly token: string
  /** The bot's number, which is the beginning of its token. */
  readonly botId: number
}

const usualTelegramUrl = 'https://api.telegram.org'

/** Reads the bot. Returns null if Telegram is not set up and no sandbox simulates it. */
export function telegramOf(
  { TELEGRAM_BOT_TOKEN: token, TELEGRAM_URL: url = usualTelegramUrl }: Settings,
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
