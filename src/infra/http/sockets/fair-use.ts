import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { askAs } from '#infra/db/share.ts'
import { declaredBytes } from '../request/arrival.ts'
import { senderOf } from '../request/sender.ts'
import { createPlaces } from './places.ts'

/**
 * Limits for what one sender takes of a process at once, so that other users notice nothing. They cover large answers,
 * which are memory until the client has read them; bodies that are streams, each of which holds a connection; large
 * bodies of JSON, which take everybody's time to parse and check; and connections to the database.
 */
/** Size above which a body counts as large. A smaller one costs too little to be counted. */
const largeBytes = 64 * 1024

const hasLargeBody = (raw: IncomingMessage): boolean =>
  declaredBytes(raw) > largeBytes || raw.headers['transfer-encoding'] !== undefined

export function keepUseFair(app: FastifyInstance): void {
  const answers = createPlaces({
    atOnce: 2,
    line: 50,
    rests: 2,
    detail: 'Too many lists of yours are under way at once; read one after the other.',
  })
  const bodies = createPlaces({
    atOnce: 64,
    line: 0,
    detail: 'Too many uploads of yours are under way at once; wait until one is done.',
  })
  const documents = createPlaces({
    atOnce: 1,
    line: 20,
    rests: 5,
    detail: 'Too many large bodies of yours are under way at once; send one after the other.',
  })
  app.addHook('preParsing', async (request, reply) => {
    if (request.routeOptions.config.body) await bodies.enter(request, reply)
    else if (hasLargeBody(request.raw)) await documents.enter(request, reply)
  })
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.largeAnswer) await answers.enter(request, reply)
  })
  // Not awaited: what follows runs inside.
  app.addHook('preHandler', (request, _reply, done) => askAs(senderOf(request), done))
}
