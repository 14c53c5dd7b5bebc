import { setTimeout as sleep } from 'node:timers/promises'
import { type Aim, type Attack, headOf, named, padded, writtenAs } from './attacks.ts'
import { type Line, openLine } from './line.ts'

export interface Noted {
  /** The response times of the requests after each attack. */
  readonly nextMs: number[]
  readonly faults: string[]
  attacks: number
  /** Attacks after which the next request went over the same connection. */
  kept: number
  /** Connections that the service closed after announcing it. */
  announced: number
}

interface Target {
  readonly url: URL
  readonly token: string
  /** False behind a proxy, which has its own connections. */
  readonly isDirect: boolean
  /** The maximum time that the next request may take. */
  readonly boundMs: number
}

/**
 * The maximum time until an announced close must follow: the service still reads from a client that continues to send.
 */
const endMs = 4_000
const answerMs = 15_000
const nextRequest = 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'

/** Performs one attack, and then sends a request as the next client would. */
export async function carryOut(target: Target, aim: Aim, attack: Attack, noted: Noted): Promise<void> {
  const fault = (what: string) => noted.faults.push(`${aim.name}, ${named(attack)}: ${what}`)
  noted.attacks += 1
  const line = await openLine(target.url)
  if (attack.kind === 'break') await breakOff(line, target, aim, attack, fault)
  else await lie(line, target, aim, attack.lie, noted, fault)
  const next = await openLine(target.url)
  await askNext(next, 'a new connection', target.boundMs, noted, fault)
  next.breakOff('fin')
}

async function askNext(
  line: Line,
  where: string,
  boundMs: number,
  noted: Noted,
  fault: (what: string) => void,
): Promise<void> {
  const begun = performance.now()
  line.write(nextRequest)
  const answer = await line.answer('GET', answerMs)
  const tookMs = performance.now() - begun
  noted.nextMs.push(tookMs)
  if (typeof answer === 'string') fault(`the next request on ${where} was not answered (${answer})`)
  else if (answer.status !== 200) fault(`the next request on ${where} was answered ${answer.status}`)
  else if (tookMs > boundMs) fault(`the next request on ${where} took ${tookMs.toFixed(0)} ms`)
}

/**
 * Returns true if the response never ends. A client that has stopped sending may still read, so a proxy continues such
 * a response for as long as the connection exists.
 */
const isStream = ({ path }: Aim): boolean => path.startsWith('/v1/events/stream')

type Break = Extract<Attack, { readonly kind: 'break' }>

async function breakOff(
  line: Line,
  { token, isDirect }: Target,
  aim: Aim,
  { point, way, delayMs }: Break,
  fault: (what: string) => void,
): Promise<void> {
  const length = 20_000
  const head = headOf(aim, token, aim.body ? `content-length: ${length}` : '')
  if (point === 'in the head') line.write(head.slice(0, head.length / 2))
  if (point === 'after the head') line.write(head)
  if (point === 'in the body') line.write(head + padded(aim, length / 2))
  if (point === 'in the answer') {
    line.write(head + (aim.body ? padded(aim, length) : ''))
    if (!(await line.anything(answerMs))) fault('no answer came')
  }
  await sleep(delayMs)
  line.breakOff(way)
  if (way === 'rst' || (!isDirect && isStream(aim))) return line.breakOff('rst')
  if (!(await line.ends(endMs))) fault(`the connection was open ${endMs / 1_000} s after the client had ended it`)
  line.breakOff('rst')
}

async function lie(
  line: Line,
  target: Target,
  aim: Aim,
  what: Extract<Attack, { readonly kind: 'lie' }>['lie'],
  noted: Noted,
  fault: (what: string) => void,
): Promise<void> {
  const { bytes, isWhole, hasMore } = writtenAs(aim, target.token, what)
  line.write(bytes)
  const answer = await line.answer(aim.method, isWhole ? answerMs : 200)
  if (typeof answer === 'string') {
    if (answer === 'ended') fault('the connection ended without an answer')
    else if (isWhole) fault('no answer came')
    line.breakOff('rst')
    return
  }
  if (answer.status >= 500 && answer.status !== 503) fault(`answered ${answer.status}`)
  if (!target.isDirect) return line.breakOff(isStream(aim) ? 'rst' : 'fin')
  let hasEndAnnounced = answer.headers.get('connection') === 'close'
  if (hasMore && !hasEndAnnounced) {
    const more = await line.answer('GET', endMs)
    // If the bytes arrived during a long response, the connection is closed after it.
    if (more === 'ended') return line.breakOff('rst')
    if (more === 'silence') fault('bytes outside of any request were not refused')
    else hasEndAnnounced = more.headers.get('connection') === 'close'
  }
  if (hasEndAnnounced) {
    noted.announced += 1
    if (!(await line.ends(endMs)) && !/event-stream/.test(answer.headers.get('content-type') ?? ''))
      fault('the announced close of the connection did not follow')
  } else if (isWhole && !hasMore) {
    noted.kept += 1
    await askNext(line, 'the same connection', target.boundMs, noted, fault)
    if (await line.ends(0)) fault('the connection was closed without an announcement')
  }
  line.breakOff('rst')
}
