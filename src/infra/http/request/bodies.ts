import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal, refuse } from '#kernel/errors.ts'

/**
 * A content type that no client can send. It replaces the sent type where a body is a stream, so that nothing is
 * parsed.
 */
const streamed = 'x-posthorn/streamed'

/** Reads bodies as JSON unless the route specifies otherwise. Zero bytes count as no body. */
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
      error ? done(new Refusal('malformed_json', { detail: 'The body isn’t valid JSON.' })) : done(null, value),
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

/** Deepest nesting that is accepted. No real body is nested as deeply. */
const mostDeep = 64
/**
 * Each value of a body becomes an object or an entry that is checked separately; no real body has more of them than
 * this.
 */
const bytesForEachValue = 50

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const isOpener = (code: number): boolean => code === 0x5b || code === 0x7b
const isCloser = (code: number): boolean => code === 0x5d || code === 0x7d

/**
 * Refuses a JSON text that is nested too deeply or has too many values before parsing it. A mebibyte of brackets takes
 * a third of a second to parse, and one of empty objects two seconds to check; counting takes a millisecond.
 */
export function requireSmallJson(text: string, maxBytes: number): void {
  const mostValues = Math.floor(maxBytes / bytesForEachValue)
  let deep = 0
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma) values += 1
    else if (isOpener(code)) {
      deep += 1
      values += 1
    } else if (isCloser(code)) deep -= 1
    if (deep > mostDeep)
      throw new Refusal('malformed_json', { detail: `The body is nested more than ${mostDeep} levels deep.` })
    if (values > mostValues)
      throw new Refusal('body_too_large', { detail: `The body contains more than ${mostValues} values.` })
  }
}

/**
 * Returns the position of the quote that ends a string. Long strings, which make up most of a large body, are searched
 * natively.
 */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at === -1 ? text.length : at
}

/** True after an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first -= 1
  return (at - first) % 2 === 1
}
