import type { SlackSettings } from '#infra/config/slack.ts'
import { callAsApp } from '../web-api/client.ts'
import { SlackRefusal } from '../web-api/failures.ts'

/** Tries the client ID and secret, with a code that does not exist: Slack names the first thing that is wrong. */
export async function checkSlackApp(deps: Parameters<typeof callAsApp>[0], slack: SlackSettings | null) {
  if (!slack)
    return { ok: false, detail: 'SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_SIGNING_SECRET are not all set.' }
  try {
    await callAsApp(deps, slack, 'oauth.v2.access', { code: 'a code that does not exist' })
  } catch (error) {
    if (!(error instanceof SlackRefusal)) return { ok: false, detail: 'Slack cannot be reached.' }
    if (error.code === 'invalid_code')
      return {
        ok: true,
        detail: 'Slack knows the app. Only a request of Slack can show the signing secret to be right.',
      }
    return { ok: false, detail: `Slack refuses the app: ${error.code}. Check SLACK_CLIENT_ID and SLACK_CLIENT_SECRET.` }
  }
  return { ok: false, detail: 'Slack answered something unexpected.' }
}
