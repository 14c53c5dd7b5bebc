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

const usualUrl = 'https://slack.com'
const usualOrigins = ['https://files.slack.com', 'https://hooks.slack.com']

/** Reads the app. Returns null if Slack is not set up and no sandbox simulates it. */
export function slackOf(settings: Settings, sandbox: Sandbox | null): SlackSettings | null {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = settings
  const { SLACK_SIGNING_SECRET: signingSecret, SLACK_URL: url = usualUrl } = settings
  if (!clientId || !clientSecret || !signingSecret) return sandbox && slackInSandbox(sandbox.url)
  const origins = [new URL(url).origin, ...(url === usualUrl ? usualOrigins : [])]
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
