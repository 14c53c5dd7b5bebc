import type { FastifyInstance } from 'fastify'

/** A resource has its id as the first field. */
const firstId = /^\{"id":"([a-z]+_[0-9a-z]+)"/

/** Sends the address of what was created, also when the answer is repeated for an Idempotency-Key. */
export function sendLocation(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const { location } = request.routeOptions.config
    if (location === undefined || reply.statusCode !== 201 || typeof payload !== 'string') return payload
    const id = firstId.exec(payload)?.[1]
    if (id !== undefined) reply.header('location', location.replace('{id}', id))
    return payload
  })
}
