import { createHmac } from 'node:crypto'
import { isOwn } from '../../../core/http/fetch-own.ts'
import { minutes } from '../../../core/kit/clock.ts'
import { appId, type Platform } from '../state/platform.ts'
import type { Workspace } from '../state/records.ts'

/** The secret with which Slack signs its requests to the app. */
const signingSecret = 'sandbox-signing-secret'

/** The app's response. Status 0 if there was none. */
export interface AppAnswer {
  readonly status: number
  readonly contentType: string | null
  readonly body: string
}

interface Outgoing {
  readonly path: string
  readonly type: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  /** The time of the signature in seconds. If omitted, the sandbox's own. */
  readonly t?: number
}

/** The delays before the three retries of a delivery: the first one is immediate. */
const repeatsAfterMs = [0, minutes(1), minutes(5)]

/** Sends a request to the app, signed like a real one. It is only ever sent to this machine. */
async function sendToApp(platform: Platform, { path, type, body, headers, t }: Outgoing): Promise<AppAnswer> {
  const { rules, world, app } = platform
  const at = t ?? Math.floor(world.clock.ms() / 1_000)
  const url = `${rules.appUrl || app.origin}${path}`
  if (!isOwn(url)) return { status: 0, contentType: null, body: 'The app has no address on this machine.' }
  const signature = `v0=${createHmac('sha256', signingSecret).update(`v0:${at}:${body}`).digest('hex')}`
  app.deliveries += 1
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': type,
        'x-slack-request-timestamp': String(at),
        'x-slack-signature': signature,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(rules.answerWithinMs),
    })
    if (!answer.ok) app.refusedDeliveries += 1
    return { status: answer.status, contentType: answer.headers.get('content-type'), body: await answer.text() }
  } catch (error) {
    app.refusedDeliveries += 1
    return { status: 0, contentType: null, body: (error as Error).name }
  }
}

interface EventOptions {
  /** The ID of an event that is sent again. */
  readonly id?: string
  readonly t?: number
}

/** Sends an event to the app, with up to three retries if the app does not accept it. */
export async function sendEvent(
  platform: Platform,
  workspace: Workspace,
  event: Readonly<Record<string, unknown>>,
  { id = platform.idWith('Ev'), t }: EventOptions = {},
): Promise<AppAnswer & { readonly eventId: string; readonly sent: string }> {
  const body = JSON.stringify({
    token: 'verification-token',
    team_id: workspace.id,
    api_app_id: appId,
    event,
    type: 'event_callback',
    event_id: id,
    event_time: Math.floor(platform.world.clock.ms() / 1_000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: workspace.id,
        user_id: workspace.botId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
    event_context: `4-${id}`,
  })
  const outgoing = {
    path: platform.rules.eventsPath,
    type: 'application/json',
    body,
    ...(t === undefined ? {} : { t }),
  }
  const first = await sendToApp(platform, outgoing)
  const last = isTaken(first) ? first : await repeat(platform, outgoing, first, 1)
  return { ...last, eventId: id, sent: body }
}

const isTaken = ({ status }: AppAnswer): boolean => status >= 200 && status < 300

/** Retries a delivery. The first retry is awaited; the others follow by the sandbox's clock. */
async function repeat(platform: Platform, outgoing: Outgoing, before: AppAnswer, nth: number): Promise<AppAnswer> {
  const waitMs = repeatsAfterMs[nth - 1]
  if (waitMs === undefined) return before
  const reason =
    before.status === 0 ? (before.body === 'TimeoutError' ? 'http_timeout' : 'connection_failed') : 'http_error'
  const headers = { 'x-slack-retry-num': String(nth), 'x-slack-retry-reason': reason }
  const again = async () => {
    const answer = await sendToApp(platform, { ...outgoing, headers })
    return isTaken(answer) ? answer : await repeat(platform, outgoing, answer, nth + 1)
  }
  if (waitMs === 0) return await again()
  platform.due.add(platform.world.clock.ms() + waitMs, 'A delivery is sent to the app again.', () => void again())
  return before
}

/** Sends a form to the app: a command, or a payload of an interaction. */
export const sendForm = (
  platform: Platform,
  path: string,
  fields: Readonly<Record<string, string>>,
  t?: number,
): Promise<AppAnswer> =>
  sendToApp(platform, {
    path,
    type: 'application/x-www-form-urlencoded',
    body: String(new URLSearchParams(fields)),
    ...(t === undefined ? {} : { t }),
  })
