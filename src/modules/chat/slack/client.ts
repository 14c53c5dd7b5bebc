import type { SlackSettings } from '#infra/config/chats.ts'
import type { Answer } from '#infra/outbound/outbound.ts'
import { seconds } from '#kernel/clock.ts'
import type { SlackDeps } from '../deps.ts'

/** A rate limit response from Slack. */
export class SlackBusy extends Error {
  override readonly name = 'SlackBusy'
  readonly waitMs: number
  constructor(waitMs: number) {
    super(`Slack asks to wait for ${waitMs} ms.`)
    this.waitMs = waitMs
  }
}

/** A call that Slack refused, with the name of its error. */
export class SlackRefusal extends Error {
  override readonly name = 'SlackRefusal'
  readonly code: string
  constructor(code: string) {
    super(`Slack refuses the call: ${code}`)
    this.code = code
  }
}

/** The errors after which a token never works again: the app was removed, or its token was revoked or expired. */
const ends = new Set([
  'invalid_auth',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'not_authed',
  'team_access_not_granted',
])

/** The temporary errors. */
const passes = /^(?:internal_error|fatal_error|service_unavailable|request_timeout|status_5\d\d)$/

export const isEnd = (error: unknown): boolean => error instanceof SlackRefusal && ends.has(error.code)

/** True for a refusal that a retry would not change. */
export const isFinal = (error: unknown): error is SlackRefusal =>
  error instanceof SlackRefusal && !passes.test(error.code)

/** The Web API of Slack, as far as Posthorn calls it. Every response has status 200; its body states the outcome. */
export interface SlackClient {
  call<Result = object>(method: string, args: Readonly<Record<string, unknown>>): Promise<Result>
  /** Calls a method that only reads: Slack takes its arguments as a form. */
  read<Result = object>(method: string, args: Readonly<Record<string, string>>): Promise<Result>
  /** Responds to a command or a button at the URL that came with it, which does not need a token. */
  respond(responseUrl: string, message: Readonly<Record<string, unknown>>): Promise<void>
}

const timeoutMs = seconds(10)
const maxBytes = 1_000_000
const usualWaitMs = seconds(30)

type ClientDeps = Pick<SlackDeps, 'outbound'>

/** Creates a client that uses the token of one workspace. */
export function createSlackClient(deps: ClientDeps, slack: SlackSettings, token: string): SlackClient {
  return {
    call: (method, args) =>
      post(deps, `${slack.url}/api/${method}`, {
        type: 'application/json; charset=utf-8',
        body: JSON.stringify(args),
        token,
      }),
    read: (method, args) =>
      post(deps, `${slack.url}/api/${method}`, {
        type: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(args).toString(),
        token,
      }),
    async respond(responseUrl, message) {
      if (!isAllowed(slack, responseUrl)) throw new SlackRefusal('foreign_response_url')
      await post(deps, responseUrl, { type: 'application/json; charset=utf-8', body: JSON.stringify(message) })
    },
  }
}

/** Calls a method for which the app itself is the credential. */
export const callAsApp = <Result>(
  deps: ClientDeps,
  { url, clientId, clientSecret }: SlackSettings,
  method: string,
  fields: Readonly<Record<string, string>>,
): Promise<Result> =>
  post(deps, `${url}/api/${method}`, {
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret }).toString(),
  })

/** True for a Slack URL: no other may receive a token or a response. */
export const isAllowed = ({ origins }: SlackSettings, url: string): boolean => {
  const origin = URL.parse(url)?.origin
  return origin !== undefined && origins.includes(origin)
}

interface Outgoing {
  readonly type: string
  readonly body: string
  readonly token?: string
}

async function post<Result>({ outbound }: ClientDeps, url: string, { type, body, token }: Outgoing): Promise<Result> {
  const answer = await outbound.request({
    method: 'POST',
    url,
    headers: { 'content-type': type, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body,
    timeoutMs,
    maxBytes,
  })
  if (answer.status === 429) throw new SlackBusy(waitIn(answer))
  const json = parse(answer)
  if (json.ok === true) return json as Result
  throw new SlackRefusal(typeof json.error === 'string' ? json.error : `status_${answer.status}`)
}

function waitIn({ headers }: Answer): number {
  const given = Number(headers['retry-after'])
  return Number.isFinite(given) && given > 0 ? seconds(Math.ceil(given)) : usualWaitMs
}

/** A response URL returns `ok` as text; all other responses are JSON. */
function parse({ status, body }: Answer): Readonly<Record<string, unknown>> {
  const text = body.toString('utf8')
  if (status === 200 && text === 'ok') return { ok: true }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}
