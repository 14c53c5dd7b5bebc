import { createWriteStream, type WriteStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { type Mood, nowMs, type ReceiverPlan, type ReceiverSaid, type Recorded } from './plan.ts'

/**
 * Receivers in a separate process: one for each path, recording what arrives. With `flaps`, each is healthy for
 * some seconds, then fails for a few in one of four ways.
 */
process.once('disconnect', () => process.exit(1))
process.once('message', (plan) => begin(plan as ReceiverPlan))

const wellMs = [4_000, 20_000] as const
const illMs = [500, 4_000] as const
const ills = ['error', 'hang', 'reset', 'slow'] as const

function begin({ file, latencyMs, flaps, tells }: ReceiverPlan): void {
  const records: WriteStream | null = file === null ? null : createWriteStream(file)
  let arrived = 0
  const states = new Map<string, { mood: Mood; untilMs: number }>()
  let arrivals: (readonly [string, string, number])[] = []

  const moodOf = (path: string): Mood => {
    if (!flaps) return 'well'
    const at = nowMs()
    let state = states.get(path) ?? { mood: 'well', untilMs: at + between(wellMs) }
    if (at > state.untilMs)
      state =
        state.mood === 'well'
          ? { mood: ills[Math.floor(Math.random() * ills.length)] ?? 'error', untilMs: at + between(illMs) }
          : { mood: 'well', untilMs: at + between(wellMs) }
    states.set(path, state)
    return state.mood
  }

  const answer = (mood: Mood, request: IncomingMessage, response: ServerResponse): void => {
    const yes = (): void => {
      response.writeHead(200, { 'content-length': 2 }).end('ok')
    }
    if (mood === 'hang') return
    if (mood === 'reset') return void request.socket.resetAndDestroy()
    if (mood === 'error') return void response.writeHead(500, { 'content-type': 'text/plain' }).end('not now')
    const waitMs = mood === 'slow' && flaps ? between(flaps.slowMs) : between(latencyMs)
    if (waitMs === 0) yes()
    else setTimeout(yes, waitMs)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    const path = request.url ?? ''
    // The sender may be dead.
    request.on('error', () => {})
    response.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const atMs = nowMs()
      arrived += 1
      const mood = moodOf(path)
      const raw = Buffer.concat(chunks)
      if (tells) arrivals.push([postOf(raw), path, atMs])
      if (records) {
        const headers = request.headers as Record<string, string>
        const one: Recorded = { atMs, path, mood, headers, raw: raw.toString('base64') }
        records.write(`${JSON.stringify(one)}\n`)
      }
      answer(mood, request, response)
    })
  })
  const say = (): void => {
    const { port } = server.address() as AddressInfo
    const report: ReceiverSaid = { url: `http://127.0.0.1:${port}`, arrived, arrivals }
    arrivals = []
    process.send?.(report)
  }
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1_000 }, () => {
    say()
    setInterval(say, 200)
  })
  process.once('SIGTERM', () => {
    server.closeAllConnections()
    const over = (): void => process.exit(0)
    if (records) records.end(over)
    else over()
  })
}

const between = ([least, most]: readonly [number, number]): number => least + Math.random() * (most - least)

const postOf = (raw: Buffer): string => /"postId":"(\w+)"/.exec(raw.toString('latin1'))?.[1] ?? ''
