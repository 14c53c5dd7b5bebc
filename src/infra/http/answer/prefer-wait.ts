import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { seconds } from '#kernel/clock.ts'
import { clientGone } from '../request/arrival.ts'
import { sendTag, tagOfVersion } from './conditional.ts'

/**
 * Waits for what an operation began, until it has ended or the signal is aborted. Returns what the response is then, or
 * null if it stays the same.
 */
export type Waiting = (
  request: FastifyRequest,
  began: { readonly id?: unknown },
  limit: WaitLimit,
) => Promise<object | null>

interface WaitLimit {
  readonly until: AbortSignal
  readonly ms: number
}

/** A client that wants to wait longer asks again. */
const secondsMax = 60
/** A waiting request costs a connection, a timer and a short query per second. Others get their response at once. */
const mostOfOne = 4
const mostOfAll = 200

/**
 * Delays the response of an operation until what it began has ended, if the client prefers that (`Prefer: wait=30`, RFC
 * 7240). `Preference-Applied` says that the request has waited. The wait ends when the client leaves or the server
 * closes.
 */
export function waitIfPreferred(app: FastifyInstance): void {
  const waiting = new Map<string, number>()
  let total = 0
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const { waits } = request.routeOptions.config
    const ms = waits && reply.statusCode < 300 ? seconds(preferredSeconds(request.headers.prefer)) : 0
    const uid = request.caller?.uid
    if (!waits || !uid || ms === 0 || typeof payload !== 'string') return payload
    const own = waiting.get(uid) ?? 0
    if (own >= mostOfOne || total >= mostOfAll) return payload
    waiting.set(uid, own + 1)
    total += 1
    try {
      const until = AbortSignal.any([AbortSignal.timeout(ms), app.closing, clientGone(reply)])
      const now = await waits(request, JSON.parse(payload), { until, ms })
      reply.header('preference-applied', `wait=${ms / seconds(1)}`)
      return now ? render(reply, now) : payload
    } catch (err) {
      // The operation has succeeded, so its response is sent as it was.
      request.log.warn({ err, requestId: request.id }, 'Waiting for the end of an operation failed')
      return payload
    } finally {
      const left = (waiting.get(uid) ?? 1) - 1
      if (left > 0) waiting.set(uid, left)
      else waiting.delete(uid)
      total -= 1
    }
  })
}

function render(reply: FastifyReply, resource: object): ReturnType<FastifyReply['serialize']> {
  sendTag(reply, tagOfVersion(reply, resource))
  return reply.serialize(resource)
}

/** Returns the seconds of `wait=`, at most the maximum; 0 without the preference. */
function preferredSeconds(header: string | string[] | undefined): number {
  const [, digits] = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})(?!\d)/i.exec(String(header ?? '').slice(0, 1_000)) ?? []
  return Math.min(Number(digits ?? 0), secondsMax)
}
