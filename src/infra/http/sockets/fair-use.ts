import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { askAs } from '#infra/db/share.ts'
import { handedCaller } from '../inside/handed-callers.ts'
import { declaredBytes } from '../request/arrival.ts'
import { senderOf } from '../request/sender.ts'
import { createLoopShare, endNow, endWith } from './loop-share.ts'
import { createPlaces } from './places.ts'

/**
 * Limits for what one sender can use of a process at once, so that other users notice nothing. They cover large
 * responses, which stay in memory until the client has read them; streamed bodies, each of which holds a connection;
 * large JSON bodies, which take everyone's time to parse and check; event loop time; and database connections.
 */
/** Size above which a body counts as large, so that its sender waits before anything of it is read. */
const largeBytes = 64 * 1024

const hasLargeBody = (raw: IncomingMessage): boolean =>
  declaredBytes(raw) > largeBytes || raw.headers['transfer-encoding'] !== undefined

export function keepUseFair(app: FastifyInstance, share = createLoopShare()): void {
  const answers = createPlaces({
    atOnce: 2,
    line: 50,
    restFactor: 2,
    detail: 'You have too many list requests in progress. Send them one at a time.',
  })
  const bodies = createPlaces({
    atOnce: 64,
    line: 0,
    detail: 'You have too many uploads in progress. Wait until one finishes.',
  })
  const documents = createPlaces({
    atOnce: 1,
    line: 20,
    restFactor: 5,
    detail: 'You have too many large requests in progress. Send them one at a time.',
  })
  const calls = createPlaces({
    atOnce: 1,
    line: 200,
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
    const end = share.begin(sender)
    endWith(reply, () => {
      end()
      leave?.()
    })
  })
  app.addHook('onSend', async (_request, reply) => endNow(reply))
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.largeAnswer) await answers.enter(request, reply)
  })
  // Not awaited: what follows runs inside.
  app.addHook('preHandler', (request, _reply, done) => askAs(senderOf(request), done))
}
