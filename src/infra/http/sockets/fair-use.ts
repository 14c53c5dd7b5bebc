import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runFor } from '#infra/db/share.ts'
import { seconds } from '#kernel/clock.ts'
import { Refusal } from '#kernel/errors.ts'
import { handedCaller } from '../inside.ts'
import { declaredBytes } from '../request/arrival.ts'
import { senderOf } from '../request/sender.ts'
import { createLoopShare, endNow, endWith } from './loop-share.ts'

/**
 * Limits what one sender can use of a process at once, so that other users are not affected. They cover large
 * responses, which stay in memory until the client has read them; streamed bodies, each of which holds a connection;
 * large JSON bodies, which take everyone's time to parse and check; event loop time; and database connections.
 */
/** Size above which a body counts as large, so that its sender waits before any of it is read. */
const largeBytes = 64 * 1024

const hasLargeBody = (raw: IncomingMessage): boolean =>
  declaredBytes(raw) > largeBytes || raw.headers['transfer-encoding'] !== undefined

export function keepUseFair(app: FastifyInstance, share = createLoopShare()): void {
  const answers = createPlaces({
    placesOfOne: 2,
    waitingMax: 50,
    restFactor: 2,
    detail: 'You have too many list requests in progress. Send them one at a time.',
  })
  const bodies = createPlaces({
    placesOfOne: 64,
    waitingMax: 0,
    detail: 'You have too many uploads in progress. Wait until one finishes.',
  })
  const documents = createPlaces({
    placesOfOne: 1,
    waitingMax: 20,
    restFactor: 5,
    detail: 'You have too many large requests in progress. Send them one at a time.',
  })
  const calls = createPlaces({
    placesOfOne: 1,
    waitingMax: 200,
    restFactor: 1,
    detail: 'Your requests use too much server time. Send them one at a time.',
  })
  app.addHook('preParsing', async (request, reply) => {
    const { body, rateLimited = true } = request.routeOptions.config
    if (body) {
      await bodies.enter(request, reply)
      return
    }
    const isLarge = hasLargeBody(request.raw)
    if (isLarge) await documents.enter(request, reply)
    // An internal request belongs to one that already has its place. A request for the process's state does not need
    // one.
    if (!rateLimited || handedCaller(request.raw)) return
    const sender = senderOf(request)
    const leave = share.isOver(sender) && !isLarge ? await calls.enter(request, reply) : null
    const leaveShare = share.enter(sender)
    endWith(reply, () => {
      leaveShare()
      leave?.()
    })
  })
  app.addHook('onSend', async (_request, reply) => endNow(reply))
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.largeAnswer) await answers.enter(request, reply)
  })
  // Not awaited: what follows runs inside.
  app.addHook('preHandler', (request, _reply, done) => runFor(senderOf(request), done))
}

/** Limits for one owner: the number of concurrent requests, and the number of requests that may wait. */
interface PlaceLimits {
  readonly placesOfOne: number
  readonly waitingMax: number
  readonly detail: string
  /**
   * The pause before a place is free again, as a multiple of the time that it was used. At most three seconds; defaults
   * to 0.
   */
  readonly restFactor?: number
}

const waitMaxMs = seconds(10)
const restMaxMs = seconds(3)

interface Line {
  taken: number
  readonly waiting: (() => void)[]
}

/**
 * Creates places of which each owner, the sender of requests, has a few. An owner who has taken all of them waits in a
 * separate line, so that other owners neither wait nor pay for it. A place is free again when the connection has
 * finished its response.
 */
export function createPlaces({ placesOfOne, waitingMax, detail, restFactor = 0 }: PlaceLimits) {
  const lines = new Map<string, Line>()
  const tooMany = () => new Refusal('rate_limited', { detail, retryAfterMs: seconds(1) })

  const leave = (owner: string, line: Line): void => {
    const next = line.waiting[0]
    if (next) next()
    else line.taken -= 1
    if (line.taken === 0) lines.delete(owner)
  }

  const leaveAfterRest = (owner: string, line: Line, takenAt: number): void => {
    const restMs = Math.min(restMaxMs, (performance.now() - takenAt) * restFactor)
    if (restMs === 0) leave(owner, line)
    else setTimeout(leave, restMs, owner, line).unref()
  }

  const turnOf = (line: Line, reply: FastifyReply): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (isTurn: boolean) => {
        clearTimeout(timer)
        reply.raw.off('close', giveUp)
        line.waiting.splice(line.waiting.indexOf(begin), 1)
        if (isTurn) resolve()
        else reject(tooMany())
      }
      const begin = () => end(true)
      // Also runs when the client disconnects: then no work is done for a client that would not read the result.
      const giveUp = () => end(false)
      const timer = setTimeout(giveUp, waitMaxMs)
      line.waiting.push(begin)
      reply.raw.once('close', giveUp)
    })

  return {
    /**
     * Resolves when the request has its place. It keeps the place until its connection has finished the response, or
     * until it calls the returned function.
     */
    async enter(request: FastifyRequest, reply: FastifyReply): Promise<() => void> {
      const owner = senderOf(request)
      const line = lines.get(owner) ?? { taken: 0, waiting: [] }
      lines.set(owner, line)
      if (line.taken < placesOfOne) line.taken += 1
      else if (line.waiting.length >= waitingMax) throw tooMany()
      else await turnOf(line, reply)
      const takenAt = performance.now()
      let isIn = true
      const leaveOnce = () => {
        if (isIn) leaveAfterRest(owner, line, takenAt)
        isIn = false
      }
      if (reply.raw.closed) leaveOnce()
      else reply.raw.once('close', leaveOnce)
      return leaveOnce
    },
  }
}
