import type { TelegramSettings } from '#infra/config/telegram.ts'
import { seconds } from '#kernel/clock.ts'
import type { TelegramDeps } from '../deps.ts'
import { FileNotServed, TelegramRefusal } from './failures.ts'

/** The Bot API, as far as Posthorn calls it. */
export interface BotApi {
  /** Calls a method. Throws a `TelegramRefusal`, or an `OutboundFailure` when no answer came. */
  call<Result>(method: string, args: object, options?: CallOptions): Promise<Result>
  /** Downloads a file that somebody sent. */
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

/** The address of a file consists of these characters alone, so that it can lead nowhere else. */
const safePath = /^(?!.*\.\.)[\w./-]{1,300}$/
/** A path on a machine, Windows included. A server in local mode returns it in place of an address. */
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
      if (status !== 200) throw new TelegramRefusal('file', status, 'the file cannot be downloaded')
      return body
    },
  }
}

interface Told {
  readonly ok?: unknown
  readonly result?: unknown
  readonly description?: unknown
  readonly parameters?: { readonly retry_after?: unknown; readonly migrate_to_chat_id?: unknown }
}

function refusalOf(method: string, status: number, { description, parameters }: Told): TelegramRefusal {
  const { retry_after: wait, migrate_to_chat_id: migratedTo } = parameters ?? {}
  return new TelegramRefusal(method, status, typeof description === 'string' ? description.slice(0, 200) : '', {
    waitMs: typeof wait === 'number' && wait > 0 ? seconds(wait) : status === 429 ? usualWaitMs : null,
    migratedTo: typeof migratedTo === 'number' ? migratedTo : null,
  })
}

function parse(body: Buffer): Told {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
