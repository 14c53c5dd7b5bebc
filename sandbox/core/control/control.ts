import { receiverRows } from '../../receiver/control.ts'
import type { Receivers } from '../../receiver/receivers.ts'
import { startCrowd } from '../crowd/crowd-rows.ts'
import type { Crowds } from '../crowd/crowds.ts'
import type { Answer } from '../http/request.ts'
import type { Clock } from '../kit/clock.ts'
import type { Media } from '../media/media.ts'
import type { Network } from '../network.ts'
import { maxNumbered } from '../people/accounts.ts'
import type { CallLog } from './call-log.ts'
import { accountOf, BadControl, callNamesOf, faultOf, fieldsOf, needed, networkOf } from './control-input.ts'
import type { Exchanges } from './exchanges.ts'
import type { Faults } from './faults.ts'
import type { Latency } from './latency.ts'
import type { Ledger } from './ledger.ts'

/** The state that the control API can access. A reset replaces it. */
export interface SandboxState {
  readonly clock: Clock
  readonly ledger: Ledger
  readonly media: Media
  readonly faults: Faults
  readonly latency: Latency
  readonly calls: CallLog
  readonly exchanges: Exchanges
  readonly networks: readonly Network[]
  readonly receivers: Receivers
  readonly crowds: Crowds
}

interface ControlCall {
  readonly method: string
  /** The path below `/control`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}

type Row = (call: ControlCall, sandboxState: SandboxState) => object | Promise<object>

/**
 * Handles the control API, the only part that offers what the real networks do not. The program that drives the sandbox
 * uses it; the code under test never does.
 */
export async function answerControl(call: ControlCall, sandboxState: SandboxState, reset: () => void): Promise<Answer> {
  if (call.method === 'POST' && call.path === '/reset') {
    reset()
    return { status: 200, body: { reset: true } }
  }
  const fault = /^\/faults\/([0-9]+)$/.exec(call.path)?.[1]
  if (call.method === 'DELETE' && fault !== undefined)
    return { status: 200, body: { removed: sandboxState.faults.remove(Number(fault)) } }
  const row = rows[`${call.method} ${call.path}`] ?? rowOfReceiver(call)
  if (!row) {
    const known = [...Object.keys(rows), ...Object.keys(receiverRows).map((method) => `${method} /receivers/<name>`)]
    return no(404, `Unknown operation ${call.method} /control${call.path}. Operations: ${known.join(', ')}.`)
  }
  try {
    return { status: 200, body: await row(call, sandboxState) }
  } catch (error) {
    if (error instanceof BadControl) return no(400, error.message, error.field)
    throw error
  }
}

const rows: Readonly<Record<string, Row>> = {
  'GET /ledger': ({ query }, { ledger }) => {
    const entries = ledger.entries(only(query, 'network', 'account'))
    const { offset, limit } = pageOf(query)
    return { entries: entries.slice(offset, offset + limit), total: entries.length }
  },
  'GET /calls': ({ query }, { calls }) => {
    const { limit } = pageOf(query)
    const after = integerIn(query, 'after') ?? 0
    return {
      ...calls.list({ ...only(query, 'network', 'account', 'call'), after, limit }),
      open: calls.open,
      total: calls.total,
    }
  },
  'GET /state': (_call, { clock, networks, calls, faults, latency, media, ledger }) => ({
    now: clock.now().toISOString(),
    openCalls: calls.open,
    calls: calls.total,
    entries: ledger.entries().length,
    mediaBytes: media.bytes,
    faults: faults.list(),
    latency: latency.range,
    networks: networks.map((one) => ({
      id: one.id,
      title: one.title,
      calls: [...new Set(callNamesOf(one))],
      acts: Object.keys(one.acts),
      settings: one.settings.read(),
      ...one.state(),
    })),
  }),
  'GET /faults': (_call, { faults }) => ({ faults: faults.list() }),
  'POST /faults': ({ body }, { faults, networks }) => ({ fault: faults.add(faultOf(body, networks)) }),
  'DELETE /faults': (_call, { faults }) => ({ removed: faults.remove() }),
  'POST /clock': ({ body }, { clock }) => {
    const tenYearsMs = 10 * 366 * 86_400_000
    clock.advance(needed(fieldsOf(body, ['advanceMs']), 'advanceMs', { min: 0, max: tenYearsMs }))
    return { now: clock.now().toISOString() }
  },
  'GET /clock': (_call, { clock }) => ({ now: clock.now().toISOString() }),
  'POST /latency': ({ body }, { latency }) => {
    const fields = fieldsOf(body, ['minMs', 'maxMs'])
    const minMs = needed(fields, 'minMs', { min: 0, max: 600_000 })
    const maxMs = needed(fields, 'maxMs', { min: 0, max: 600_000 })
    if (maxMs < minMs) throw new BadControl('"maxMs" must not be less than "minMs".', 'maxMs')
    latency.set({ minMs, maxMs })
    return latency.range
  },
  'POST /accounts': ({ body }, { networks }) => {
    const fields = fieldsOf(body, ['network', 'count'])
    const count = needed(fields, 'count', { min: 1, max: maxNumbered, integersOnly: true })
    const network = networkOf(fields, networks)
    return { accounts: Array.from({ length: count }, (_, at) => network.connect(`user-${at + 1}`)) }
  },
  'POST /settings': ({ body }, { networks }) => {
    const fields = fieldsOf(body, ['network', 'settings'])
    const { settings } = networkOf(fields, networks)
    const wrong = settings.change(fieldsOf(fields.settings, Object.keys(settings.read())))
    if (wrong !== null) throw new BadControl(wrong, 'settings')
    return { settings: settings.read() }
  },
  'GET /crowd': (_call, { crowds }) => ({ crowds: crowds.list() }),
  'POST /crowd': ({ body }, { crowds, networks }) => ({ crowd: startCrowd(crowds, networks, body) }),
  'DELETE /crowd': (_call, { crowds }) => ({ stopped: crowds.stop() }),
  'GET /receivers': (_call, { receivers }) => ({ receivers: receivers.list() }),
  'POST /act': async ({ body }, { networks }) => {
    const fields = fieldsOf(body, ['network', 'account', 'act', 'with'])
    const network = networkOf(fields, networks)
    const { acts } = network
    const act = typeof fields.act === 'string' && Object.hasOwn(acts, fields.act) ? acts[fields.act] : undefined
    if (!act) throw new BadControl(`"act" must be one of ${Object.keys(acts).join(', ')}.`, 'act')
    const given = fields.with === undefined ? {} : fieldsOf(fields.with, actFields)
    return (await act(accountOf(fields, network), given)) ?? { done: true }
  },
}

function rowOfReceiver({ method, path }: ControlCall): Row | undefined {
  const name = /^\/receivers\/(.+)$/.exec(path)?.[1]
  const row = Object.hasOwn(receiverRows, method) ? receiverRows[method] : undefined
  return row && name !== undefined ? ({ body }, { receivers }) => row(receivers, name, body) : undefined
}

/** The fields that an act's `with` may have. */
const actFields = ['url', 'body', 'event', 'reason', 't', 'secret', 'to', 'by', 'id', 'status'] as const

const no = (status: number, message: string, field: string | null = null): Answer => ({
  status,
  body: { error: { message, ...(field === null ? {} : { field }) } },
})

function only<K extends string>(query: URLSearchParams, ...names: readonly K[]): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {}
  for (const name of names) {
    const value = query.get(name)
    if (value !== null && value !== '') found[name] = value
  }
  return found
}

const pageOf = (query: URLSearchParams) => ({
  offset: integerIn(query, 'offset') ?? 0,
  limit: integerIn(query, 'limit') ?? 100_000,
})

function integerIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  throw new BadControl(`"${name}" must be a whole number.`, name)
}
