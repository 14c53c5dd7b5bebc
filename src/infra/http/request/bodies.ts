import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal, refuse } from '#kernel/errors.ts'
import { requireSmallJson } from './json-size.ts'

/**
 * A content type that no client can send. It replaces the sent type where a body is a stream, so that nothing is
 * parsed.
 */
const streamed = 'x-posthorn/streamed'

/** Reads bodies as JSON unless the route says otherwise. Zero bytes count as no body. */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      requireSmallJson(body, request.routeOptions.bodyLimit)
    } catch (refusal) {
      return done(refusal as Refusal)
    }
    return parse(request, body, (error, value) =>
      error ? done(new Refusal('malformed_json', { detail: 'The body is not valid JSON.' })) : done(null, value),
    )
  })
  app.addContentTypeParser(streamed, (request, _payload, done) => {
    if (request.routeOptions.config.body) return done(null, undefined)
    return done(new Refusal('unsupported_media_type', { detail: jsonWanted }))
  })
}

export const jsonWanted = 'Send the body as JSON with `Content-Type: application/json`.'

/** Leaves the body unread for a route that reads it as a stream. */
export function leaveUnread(route: RouteOptions): void {
  const kind = route.config?.body
  if (!kind) return
  route.preParsing = [
    async (request, _reply, payload) => {
      if (kind === 'multipart') requireForm(request)
      request.headers = { 'content-type': streamed }
      return payload
    },
    ...[route.preParsing ?? []].flat(),
  ]
  route.preHandler = [
    async (request) => {
      request.headers = {}
    },
    ...[route.preHandler ?? []].flat(),
  ]
}

function requireForm(request: FastifyRequest): void {
  const type = request.raw.headers['content-type'] ?? ''
  if (/^multipart\/form-data\s*;.*\bboundary=/i.test(type)) return
  refuse('unsupported_media_type', {
    detail: 'Send a form with the file in it: `Content-Type: multipart/form-data; boundary=…`.',
  })
}
