import type { FastifyReply, FastifyRequest } from 'fastify'
import { seconds } from '#kernel/clock.ts'
import { Refusal } from '#kernel/errors.ts'
import { senderOf } from '../request/sender.ts'

/** Limits for one sender: the number of concurrent requests, and the number of requests that may wait. */
interface PlaceLimits {
  readonly atOnce: number
  readonly line: number
  readonly detail: string
  /**
   * The pause before a place is free again, as a multiple of the time that it was used. At most three seconds; defaults
   * to 0.
   */
  readonly restFactor?: number
}

const longestWaitMs = seconds(10)
const longestRestMs = seconds(3)

interface Line {
  taken: number
  readonly waiting: (() => void)[]
}

/**
 * Creates places of which each sender has a few. A sender who has taken all of them waits in their own line, so that
 * other senders neither wait nor pay for it. A place is free again when the connection has finished its response.
 */
export function createPlaces({ atOnce, line: longestLine, detail, restFactor = 0 }: PlaceLimits) {
  const lines = new Map<string, Line>()
  const tooMany = () => new Refusal('rate_limited', { detail, retryAfterMs: seconds(1) })

  const leave = (sender: string, line: Line): void => {
    const next = line.waiting[0]
    if (next) next()
    else line.taken -= 1
    if (line.taken === 0) lines.delete(sender)
  }

  const leaveAfterRest = (sender: string, line: Line, takenAt: number): void => {
    const restMs = Math.min(longestRestMs, (performance.now() - takenAt) * restFactor)
    if (restMs === 0) leave(sender, line)
    else setTimeout(leave, restMs, sender, line).unref()
  }

  const turnOf = (line: Line, reply: FastifyReply): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (isTurn: boolean) => {
        clearTimeout(timer)
        reply.raw.off('close', giveUp)
        line.waiting.splice(line.waiting.indexOf(go), 1)
        if (isTurn) resolve()
        else reject(tooMany())
      }
      const go = () => end(true)
      // Also runs when the client disconnects: then no work is done for a client that would not read the result.
      const giveUp = () => end(false)
      const timer = setTimeout(giveUp, longestWaitMs)
      line.waiting.push(go)
      reply.raw.once('close', giveUp)
    })

  return {
    /**
     * Resolves when the request has its place. It keeps the place until its connection has finished the response, or
     * until it calls the returned function.
     */
    async enter(request: FastifyRequest, reply: FastifyReply): Promise<() => void> {
      const sender = senderOf(request)
      const line = lines.get(sender) ?? { taken: 0, waiting: [] }
      lines.set(sender, line)
      if (line.taken < atOnce) line.taken += 1
      else if (line.waiting.length >= longestLine) throw tooMany()
      else await turnOf(line, reply)
      const takenAt = performance.now()
      let isIn = true
      const done = () => {
        if (isIn) leaveAfterRest(sender, line, takenAt)
        isIn = false
      }
      if (reply.raw.closed) done()
      else reply.raw.once('close', done)
      return done
    },
  }
}
