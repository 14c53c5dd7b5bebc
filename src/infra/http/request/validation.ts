import { parse } from 'node:querystring'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { type Fault, Refusal, refuse } from '#kernel/errors.ts'
import { faultsOf, pointerStep } from '#rules/faults/faults-of.ts'

/** The prefix of each part of the request in an error's JSON Pointer; the body is the root. */
const partPrefix: Readonly<Record<string, string>> = {
  body: '',
  querystring: '/query',
  params: '/path',
  headers: '/headers',
}

/**
 * Validates a part of the request and lists every error with its location and fix. A body marked `mayBeAbsent` may be
 * missing and is then `{}`.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const prefix = partPrefix[httpPart ?? 'body'] ?? ''
  const mayBeAbsent = httpPart === 'body' && schema.meta()?.mayBeAbsent === true
  return (given: unknown) => {
    const data = mayBeAbsent ? (given ?? {}) : given
    // `reportInput` distinguishes a missing value from one of a wrong type.
    const result = schema.safeParse(data, { reportInput: true })
    if (result.success) return { value: result.data }
    return { error: invalid(result.error.issues.flatMap((issue) => faultsOf(issue, prefix))) }
  }
}

/** Creates the refusal that lists the errors. */
export function invalid(errors: readonly Fault[]): Refusal {
  const [first] = errors
  const detail = first ? `${first.path || 'The body'} ${first.message}.` : 'The input is not valid.'
  return new Refusal('validation_failed', {
    errors,
    detail: errors.length > 1 ? `${detail} (${errors.length} errors)` : detail,
  })
}

/**
 * Refuses undeclared input. A route that declares no body accepts none, zero bytes, or `{}`; a route that declares no
 * query accepts no parameter. Otherwise a misspelled name could go unnoticed.
 */
export function refuseUndeclared(request: FastifyRequest): void {
  const schema = request.routeOptions.schema
  const errors: Fault[] = []
  if (!schema?.querystring && request.query && typeof request.query === 'object') {
    for (const name of Object.keys(request.query)) {
      errors.push({ path: `/query/${pointerStep(name)}`, code: 'unknown_field', message: 'is not a known parameter' })
    }
  }
  const body = request.body
  if (!schema?.body && body !== undefined) {
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    const names = isObject ? Object.keys(body) : []
    for (const name of names) {
      errors.push({ path: `/${pointerStep(name)}`, code: 'unknown_field', message: 'is not a known field' })
    }
    if (!isObject) errors.push({ path: '', code: 'invalid_type', message: 'must be empty or {}' })
  }
  if (errors.length > 0) throw invalid(errors)
}

/** Refuses a `GET` whose `Accept` excludes JSON. */
export function refuseUnacceptable(request: FastifyRequest): void {
  const { accept } = request.headers
  if (accept === undefined || request.routeOptions.config.anyAccept || acceptsJson(accept)) return
  refuse('not_acceptable')
}

const jsonTypes: ReadonlySet<string> = new Set(['*/*', 'application/*', 'application/json', 'application/problem+json'])

/**
 * True if an `Accept` header allows a JSON response. The header is split at its commas and semicolons instead of
 * matched with a pattern, so the time is linear in its length.
 */
export const acceptsJson = (header: string): boolean => header.split(',').some(allowsJson)

/** True if an `Accept` header names HTML, as browsers do when someone opens a URL. */
export const namesHtml = (header: string): boolean =>
  header.split(',').some((range) => range.split(';')[0]?.trim().toLowerCase() === 'text/html')

function allowsJson(range: string): boolean {
  const [type = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase())
  return jsonTypes.has(type) && !parameters.some(isZeroQuality)
}

/** True for `q=0`, which excludes the type. */
const isZeroQuality = (parameter: string): boolean => /^q=0(?:\.0{0,3})?$/.test(parameter)

type Query = Record<string, string | string[] | Record<string, string | string[]>>

/** Reads a query string. `metadata[campaign]=spring` becomes a member of an object, and a repeated name a list. */
export function parseQuery(text: string): Query {
  const query: Query = Object.create(null)
  for (const [name, value] of Object.entries(parse(text))) {
    if (value === undefined) continue
    const [, object, member] = /^(\w+)\[([^[\]]*)\]$/.exec(name) ?? []
    if (object === undefined || member === undefined) query[name] = value
    else query[object] = { ...membersOf(query[object]), [member]: value }
  }
  return query
}

const membersOf = (known: Query[string] | undefined) =>
  typeof known === 'object' && !Array.isArray(known) ? known : {}
