import type { FastifyInstance } from 'fastify'

/** A resource's first field is its ID. */
const firstId = /^\{"id":"([a-z]+_[0-9a-z]+)"/

/** Sends the URL of the created resource, including when the response is replayed for an Idempotency-Key. */
export function sendLocation(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const { location } = request.routeOptions.config
    if (location === undefined || reply.statusCode !== 201 || typeof payload !== 'string') return payload
    const id = firstId.exec(payload)?.[1]
    if (id !== undefined) reply.header('location', location.replace('{id}', id))
    return payload
  })
}
