import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnswerFault, type HoldAt, type NetworkClass, timing } from './plan.ts'

/**
 * The bench's networks, in a program that is never killed: which calls a network recognizes as duplicates, what it
 * shows and when, and how its responses get lost. Its ledger records what actually happened. `POST /control/<network>`
 * sets a network's behavior.
 */
export interface Entry {
  readonly network: string
  readonly id: string
  readonly account: string
  readonly text: string
  readonly key: string
  readonly firstByteAt: number
  readonly at: number
}

export interface Behaviour {
  readonly class: NetworkClass
  readonly hold: HoldAt | null
  readonly fault: AnswerFault | null
  /** The duration of each call, part of it before the effect. */
  readonly latencyMs: readonly [number, number]
  /** An account whose calls are slower. */
  readonly slow?: { readonly account: string; readonly ms: number }
}

interface Room {
  behaviour: Behaviour
  readonly ledger: (Entry & { readonly readableAt: number })[]
  readonly byKey: Map<string, Entry>
  readonly byText: Map<string, Entry>
  /** The texts for which a first call has already arrived. */
  readonly tried: Set<string>
  readonly tokens: Map<string, number>
  held: number
  calls: number
  spentTwice: number
}

const rooms = new Map<string, Room>()
const lateMs = 4_000

const server = createServer((request, response) => {
  serve(request, response).catch(() => response.destroy())
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  console.log('ready')
})
process.once('SIGTERM', () => process.exit(0))

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://bench')
  const [, name = '', call = ''] = url.pathname.split('/').map(decodeURIComponent)
  if (name === 'control') return answer(response, 200, await control(request, call))
  if (name === 'release') return answer(response, 200, release(call))
  const room = rooms.get(name)
  if (!room) return answer(response, 404, { error: 'no such network' })
  room.calls += 1
  const firstByteAt = Date.now()
  const { hold, fault, latencyMs } = room.behaviour
  if (call === 'post' && hold === 'half-request') return keep(room, request)
  const body = await bodyOf(request)
  const account = String(body.account ?? url.searchParams.get('account'))
  const [least, most] = latencyMs
  const { slow } = room.behaviour
  const wholeMs = slow?.account === account ? slow.ms : least + Math.random() * (most - least)
  const thereMs = wholeMs * Math.random()
  await sleep(thereMs)
  if (call === 'refresh') return refresh(room, response, account, Number(body.token))
  if (call === 'upload') return answer(response, 200, { handle: `h${room.calls}` })
  if (call === 'poll') return answer(response, 200, { ready: true })
  if (call === 'list') return answer(response, 200, { posts: readable(room, account) })
  if (call !== 'post') return answer(response, 404, { error: 'no such call' })

  const text = String(body.text)
  const isFirst = !room.tried.has(text)
  room.tried.add(text)
  const struck = isFirst || isForAll(fault) ? fault : null
  const requested = { network: name, account, text, key: String(body.key), firstByteAt }
  const refused = refusalBefore(room, struck, { request, text })
  if (refused === 'cut') return void request.socket.resetAndDestroy()
  if (refused) return answer(response, refused.status, { error: refused.error }, refused.headers)
  if (struck === 'cut, and acts later') {
    request.socket.resetAndDestroy()
    await sleep(lateMs)
    act(room, requested)
    return
  }
  const known = room.byText.get(text)
  if (known && fault === 'acts, then cut; a repeat is refused' && room.behaviour.class !== 'key')
    return answer(response, 409, { error: 'duplicate' })
  const entry = act(room, requested)
  if (hold === 'acted') return keep(room, request)
  await sleep(wholeMs - thereMs)
  await answerWith(room, struck, { request, response, entry })
}

/** True for faults that concern the credential or the post, not one call. */
const isForAll = (fault: AnswerFault | null): boolean =>
  fault === '401 until refreshed' || fault === 'last part refused'

/** Keeps a request waiting until its client dies. */
function keep(room: Room, request: IncomingMessage): void {
  room.held += 1
  request.on('error', () => {})
  request.resume()
}

function refusalBefore(
  room: Room,
  fault: AnswerFault | null,
  { request, text }: { readonly request: IncomingMessage; readonly text: string },
): 'cut' | { readonly status: number; readonly error: string; readonly headers?: Record<string, string> } | null {
  switch (fault) {
    case 'cut before':
      return 'cut'
    case '500 before':
      return { status: 500, error: 'broken' }
    case '429 with a wait':
      return { status: 429, error: 'slow down', headers: { 'retry-after': '3' } }
    case '401 until refreshed': {
      const [, principal = '', version = '0'] = (request.headers.authorization ?? '').split(' ')
      return Number(version) >= (room.tokens.get(principal) ?? 2) ? null : { status: 401, error: 'expired' }
    }
    case 'last part refused':
      return text.endsWith(' last') ? { status: 422, error: 'too blue' } : null
    default:
      return null
  }
}

function act(room: Room, requested: Omit<Entry, 'id' | 'at'>): Entry {
  const known = room.behaviour.class === 'key' ? room.byKey.get(requested.key) : undefined
  if (known) return known
  const at = Date.now()
  const entry = { ...requested, id: `${requested.network}-${room.ledger.length + 1}`, at }
  const lagMs = room.behaviour.class === 'read' ? Math.random() * timing.lagMaxMs : 0
  room.ledger.push({ ...entry, readableAt: at + lagMs })
  room.byKey.set(entry.key, entry)
  if (!room.byText.has(entry.text)) room.byText.set(entry.text, entry)
  return entry
}

async function answerWith(
  room: Room,
  fault: AnswerFault | null,
  { request, response, entry }: { request: IncomingMessage; response: ServerResponse; entry: Entry },
): Promise<void> {
  const { hold } = room.behaviour
  const whole = JSON.stringify({ id: entry.id })
  if (hold === 'half-answer' || fault === 'acts, then half a response') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length })
    response.write(whole.slice(0, 5))
    if (hold) return keep(room, request)
    await sleep(20)
    return void request.socket.destroy()
  }
  switch (fault) {
    case 'acts, then silence':
      return
    case 'acts, then 500':
      return answer(response, 500, { error: 'broken' })
    case 'acts, then cut':
    case 'acts, then cut; a repeat is refused':
      return void request.socket.resetAndDestroy()
    case 'acts, then 200 with an error':
      return answer(response, 200, { error: 'something went wrong' })
    default:
      return answer(response, 200, { id: entry.id })
  }
}

const readable = (room: Room, account: string) =>
  room.ledger.filter((entry) => entry.account === account && entry.readableAt <= Date.now())

/** Renews a token. Each refresh token is accepted once. */
function refresh(room: Room, response: ServerResponse, principal: string, token: number): void {
  const current = room.tokens.get(principal) ?? 1
  if (token !== current) {
    room.spentTwice += 1
    return void answer(response, 400, { error: 'invalid_grant' })
  }
  room.tokens.set(principal, current + 1)
  answer(response, 200, { token: current + 1 })
}

/** Stops keeping calls waiting. */
function release(name: string): object {
  const room = rooms.get(name)
  if (room) room.behaviour = { ...room.behaviour, hold: null }
  return {}
}

async function control(request: IncomingMessage, name: string): Promise<unknown> {
  if (request.method === 'POST') {
    const behaviour = (await bodyOf(request)) as unknown as Behaviour
    rooms.set(name, {
      behaviour,
      ledger: [],
      byKey: new Map(),
      byText: new Map(),
      tried: new Set(),
      tokens: new Map(),
      held: 0,
      calls: 0,
      spentTwice: 0,
    })
    return {}
  }
  const { ledger, held, calls, spentTwice } = rooms.get(name) ?? { ledger: [], held: 0, calls: 0, spentTwice: 0 }
  return { ledger, held, calls, spentTwice }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString())
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  if (!response.destroyed) response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
