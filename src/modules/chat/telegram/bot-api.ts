import { createHmac } from 'node:crypto'
import type { TelegramSettings } from '#infra/config/chats.ts'
import { seconds } from '#kernel/clock.ts'
import type { TelegramDeps } from '../deps.ts'

/** A call that the Bot API refused. The message never contains the URL, because it includes the token. */
export class TelegramRefusal extends Error {
  override readonly name = 'TelegramRefusal'
  readonly status: number
  /** The time to wait, if Telegram states one. */
  readonly waitMs: number | null
  /** The group's new ID, if the call used its old one. */
  readonly migratedTo: number | null

  constructor(
    method: string,
    status: number,
    description: string,
    { waitMs = null, migratedTo = null }: { waitMs?: number | null; migratedTo?: number | null } = {},
  ) {
    super(`Telegram refused ${method}: ${status} ${description}`)
    this.status = status
    this.waitMs = waitMs
    this.migratedTo = migratedTo
  }
}

/**
 * The Bot API server runs in local mode: it returns the path of a file on its own machine and does not serve the file.
 */
export class FileNotServed extends TelegramRefusal {
  constructor() {
    super('getFile', 400, 'the server runs with --local and serves no files')
  }
}

/** The consequences of a failed call for its chat. */
type Meaning = 'wait' | 'migrated' | 'unreachable' | 'done' | 'refused' | 'later'

/** The wording of descriptions is not part of the Bot API, so statuses and parameters come first. */
export function meaningOf(error: unknown): Meaning {
  if (!(error instanceof TelegramRefusal)) return 'later'
  if (error.status === 429) return 'wait'
  if (error.migratedTo !== null) return 'migrated'
  if (error.status === 403 || /chat not found|CHAT_WRITE_FORBIDDEN|not enough rights to send/i.test(error.message))
    return 'unreachable'
  // The message already shows that, or the button is too old for a response.
  if (/message is not modified|query is too old|query ID is invalid/i.test(error.message)) return 'done'
  return error.status === 400 || error.status === 413 ? 'refused' : 'later'
}

/** The Bot API, as far as Posthorn calls it. */
export interface BotApi {
  /** Calls a method. Throws a `TelegramRefusal`, or an `OutboundFailure` if no response came. */
  call<Result>(method: string, args: object, options?: CallOptions): Promise<Result>
  /** Downloads a file that someone sent. */
  download(fileId: string, maxBytes: number): Promise<Buffer>
}

interface CallOptions {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

const usualTimeoutMs = seconds(10)
const downloadTimeoutMs = seconds(60)
const maxAnswerBytes = 4_000_000
const usualWaitMs = seconds(5)

/** A file's URL may contain only these characters, so that it cannot point elsewhere. */
const safePath = /^(?!.*\.\.)[\w./-]{1,300}$/
/** A path on a machine, Windows included. A server in local mode returns it in place of a URL. */
const pathOnMachine = /^(?:[\\/]|[a-z]:)/i

export function createBotApi(
  { outbound }: Pick<TelegramDeps, 'outbound'>,
  { url, token }: Pick<TelegramSettings, 'url' | 'token'>,
): BotApi {
  async function call<Result>(
    method: string,
    args: object,
    { timeoutMs = usualTimeoutMs, signal }: CallOptions = {},
  ): Promise<Result> {
    const { status, body } = await outbound.request({
      method: 'POST',
      url: `${url}/bot${token}/${method}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
      timeoutMs,
      maxBytes: maxAnswerBytes,
      ...(signal ? { signal } : {}),
    })
    const reply = parse(body)
    if (reply.ok === true) return reply.result as Result
    throw refusalOf(method, status, reply)
  }

  return {
    call,
    async download(fileId, maxBytes) {
      const { file_path: path } = await call<{ file_path?: string }>('getFile', { file_id: fileId })
      if (path && pathOnMachine.test(path)) throw new FileNotServed()
      if (!path || !safePath.test(path)) throw new TelegramRefusal('getFile', 400, 'the file has no address')
      const { status, body } = await outbound.request({
        url: `${url}/file/bot${token}/${path}`,
        timeoutMs: downloadTimeoutMs,
        maxBytes,
      })
      if (status !== 200) throw new TelegramRefusal('file', status, 'the file can’t be downloaded')
      return body
    },
  }
}

interface BotApiResponse {
  readonly ok?: unknown
  readonly result?: unknown
  readonly description?: unknown
  readonly parameters?: { readonly retry_after?: unknown; readonly migrate_to_chat_id?: unknown }
}

function refusalOf(method: string, status: number, { description, parameters }: BotApiResponse): TelegramRefusal {
  const { retry_after: wait, migrate_to_chat_id: migratedTo } = parameters ?? {}
  return new TelegramRefusal(method, status, typeof description === 'string' ? description.slice(0, 200) : '', {
    waitMs: typeof wait === 'number' && wait > 0 ? seconds(wait) : status === 429 ? usualWaitMs : null,
    migratedTo: typeof migratedTo === 'number' ? migratedTo : null,
  })
}

function parse(body: Buffer): BotApiResponse {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/**
 * The secret that Telegram sends with each update. It is derived from the token, so it does not need a setting, is the
 * same on every node, and changes with the token. The token cannot be derived from it.
 */
export const webhookSecretOf = (token: string): string =>
  createHmac('sha256', token).update('posthorn telegram webhook').digest('hex')

interface BotCheck {
  readonly ok: boolean
  readonly detail: string
}

/** Tries the token of a bot at Telegram. */
export async function checkTelegramBot(
  deps: Pick<TelegramDeps, 'outbound'>,
  telegram: TelegramSettings | null,
): Promise<BotCheck> {
  if (!telegram) return { ok: false, detail: 'TELEGRAM_BOT_TOKEN isn’t set, so no bot is connected.' }
  try {
    const { username } = await createBotApi(deps, telegram).call<{ username: string }>('getMe', {})
    return { ok: true, detail: `The token is that of @${username}.` }
  } catch (error) {
    if (error instanceof TelegramRefusal && (error.status === 401 || error.status === 404))
      return { ok: false, detail: 'Telegram doesn’t recognize this token. Copy it from @BotFather again.' }
    return { ok: false, detail: 'Telegram isn’t responding. Try again shortly, or check TELEGRAM_URL.' }
  }
}
