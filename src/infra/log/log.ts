import { type Logger as PinoLogger, pino } from 'pino'
import { isDatabaseGone } from '#infra/db/faults.ts'
import type { Clock } from '#kernel/clock.ts'
import { isSecretName, masked, redact, redactText, redactUrl } from './redact.ts'

/**
 * The log: one JSON object per line, or a readable line on a terminal. Secrets are masked in the final line just before
 * it is written, so that no call, child logger, serializer or `toJSON` can bypass it.
 */
export type Logger = PinoLogger

/** The part of a logger that most code uses. Fastify's loggers fit it too. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export interface LogOptions {
  readonly level: LogLevel
  /** Destination of log lines (default: standard output). */
  readonly destination?: { write(line: string): void }
  /** Prints readable lines instead of JSON. The default is true only on a terminal. */
  readonly readable?: boolean
  /** Defaults to the machine's clock. */
  readonly clock?: Clock
  readonly outage?: Pick<OutageOptions, 'quietMs' | 'againMs'>
}

export function createLog(options: LogOptions): Logger {
  const out = options.destination ?? process.stdout
  const readable = options.readable ?? (options.destination === undefined && process.stdout.isTTY === true)
  const { clock } = options
  const outage = createOutage({
    now: clock ? () => clock.now().getTime() : () => performance.now(),
    onBack: (fields) =>
      log.warn(
        { event: 'database.back', ...fields },
        'The database is back. Repeated messages about the outage were suppressed',
      ),
    ...options.outage,
  })
  const log = pino(
    {
      hooks: {
        logMethod(args, write) {
          if (outage.admits(args[0], args[1])) write.apply(this, args)
        },
      },
      level: options.level,
      base: null,
      timestamp: clock ? () => `,"time":"${clock.now().toISOString()}"` : pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (details) => withErrorsShown(details),
      },
      serializers: { req: showRequest, res: showAnswer, err: showError },
    },
    { write: (line: string) => out.write(finish(line, readable)) },
  )
  return log
}

function finish(line: string, readable: boolean): string {
  let entry: unknown
  try {
    entry = redact(JSON.parse(line))
  } catch {
    // If a line cannot be parsed, it may contain secrets, so only its masked text is kept.
    return `${JSON.stringify({ level: 'error', msg: redactText(line.trim()) })}\n`
  }
  return readable ? `${readableLine(entry as Entry)}\n` : `${JSON.stringify(entry)}\n`
}

interface Entry {
  readonly level: string
  readonly time: string
  readonly msg?: string
  readonly err?: { readonly stack?: string }
}

function readableLine({ level, time, msg, err, ...details }: Entry): string {
  const rest = Object.entries(details).map(([name, value]) => ` ${name}=${oneLine(value)}`)
  const stack = err?.stack ? `\n${err.stack}` : err ? ` err=${oneLine(err)}` : ''
  return `${time.slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${msg ?? ''}${rest.join('')}${stack}`
}

const oneLine = (value: unknown) => (typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value))

/** Serializes every error of the details, not only the one named `err`. */
function withErrorsShown(details: Record<string, unknown>): Record<string, unknown> {
  const found = Object.entries(details).filter(([name, value]) => value instanceof Error && name !== 'err')
  if (found.length === 0) return details
  return { ...details, ...Object.fromEntries(found.map(([name, error]) => [name, showError(error)])) }
}

const maxCauses = 5

/** Keeps only the listed fields: a library error can contain a whole request, response or row. */
function showError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error
  const { code, cause, errors } = error as Error & { code?: unknown; errors?: unknown }
  const deeper = depth < maxCauses
  return {
    type: error.constructor.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack,
    ...(cause !== undefined && deeper ? { cause: showError(cause, depth + 1) } : {}),
    ...(Array.isArray(errors) && deeper
      ? { errors: errors.slice(0, maxCauses).map((one) => showError(one, depth + 1)) }
      : {}),
  }
}

/** The common fields of Node's and Fastify's requests. Fastify's also has the route and the client's own address. */
interface RequestLike {
  readonly id?: unknown
  readonly method?: string
  readonly url?: string
  readonly ip?: string
  readonly params?: unknown
  readonly socket?: { readonly remoteAddress?: string }
}

function showRequest(request: RequestLike): object {
  return {
    method: request.method,
    url: withoutSecretParams(redactUrl(request.url ?? ''), request.params),
    requestId: request.id,
    remoteAddress: request.ip ?? request.socket?.remoteAddress,
  }
}

/** Masks secret parts of a path: the parameter names of a route such as `/invites/:token` say which those are. */
function withoutSecretParams(url: string, params: unknown): string {
  if (params === null || typeof params !== 'object') return url
  let shown = url
  for (const [name, value] of Object.entries(params)) {
    if (typeof value !== 'string' || value === '' || !isSecretName(name)) continue
    for (const text of [value, encodeURIComponent(value)]) shown = shown.replaceAll(`/${text}`, `/${masked}`)
  }
  return shown
}

const showAnswer = (answer: { readonly statusCode?: number }) => ({ statusCode: answer.statusCode })

/** The choice of log lines while the database is unavailable: the first, one now and then, and one when it is back. */
interface Outage {
  /** Returns whether to write a line. A repeated line about the outage is counted instead. */
  admits(details: unknown, message: unknown): boolean
}

interface OutageOptions {
  /** Time without such a line after which the database counts as back; heartbeats are more frequent. */
  readonly quietMs?: number
  /** Time after which a long outage is logged again. */
  readonly againMs?: number
  now(): number
  /** Logs that the database is back, with the number of suppressed lines for each event. */
  onBack(fields: { readonly awaySeconds: number; readonly leftOut: Readonly<Record<string, number>> }): void
}

interface State {
  readonly sinceMs: number
  lastMs: number
  writtenMs: number
  readonly leftOut: Map<string, number>
}

function createOutage({ quietMs = 15_000, againMs = 300_000, now, onBack }: OutageOptions): Outage {
  let state: State | null = null
  let timer: NodeJS.Timeout | undefined

  const end = (): void => {
    if (state !== null && state.leftOut.size > 0)
      onBack({
        awaySeconds: Math.round((state.lastMs - state.sinceMs) / 1_000),
        leftOut: Object.fromEntries(state.leftOut),
      })
    state = null
  }
  return {
    admits(details, message) {
      const { err, event } = (details ?? {}) as { err?: unknown; event?: unknown }
      if (!isDatabaseGone(err)) return true
      const at = now()
      clearTimeout(timer)
      timer = setTimeout(end, quietMs).unref()
      state ??= { sinceMs: at, lastMs: at, writtenMs: -Infinity, leftOut: new Map() }
      state.lastMs = at
      if (at - state.writtenMs >= againMs) {
        state.writtenMs = at
        return true
      }
      const name = String(event ?? message)
      state.leftOut.set(name, (state.leftOut.get(name) ?? 0) + 1)
      return false
    },
  }
}
