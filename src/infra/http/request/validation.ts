import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { type Fault, Refusal, refuse } from '#kernel/errors.ts'
import { acceptsJson } from './accept.ts'

/** The prefix of each part of the request in the JSON Pointer of a fault; the body is the root. */
const partPrefix: Readonly<Record<string, string>> = {
  body: '',
  querystring: '/query',
  params: '/path',
  headers: '/headers',
}

/**
 * Validates a part of the request and lists every fault with its place and its fix. A body marked `mayBeAbsent` may be
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

/** Creates the refusal that lists the faults. */
export function invalid(errors: readonly Fault[]): Refusal {
  const [first] = errors
  const detail = first ? `${first.path || 'The body'} ${first.message}.` : 'The input is not valid.'
  return new Refusal('validation_failed', {
    errors,
    detail: errors.length > 1 ? `${detail} (${errors.length} faults)` : detail,
  })
}

/** Returns each faulty place with its fix. */
export function faultsOf(issue: z.core.$ZodIssue, prefix: string): Fault[] {
  const at = (path: readonly PropertyKey[]) => prefix + path.map((step) => `/${pointerStep(step)}`).join('')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: at([...issue.path, key]),
      code: 'unknown_field',
      message: 'is not a known field',
    }))
  }
  return [{ path: at(issue.path), code: issueCode(issue), message: messageOf(issue) }]
}

export const pointerStep = (step: PropertyKey) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')

function issueCode(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  return issue.code
}

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `is required (${issue.expected})` : `must be of type ${issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_big':
      return issue.message.startsWith('Too big')
        ? `must be at most ${issue.maximum}${unitOf(issue.origin)}`
        : issue.message
    case 'too_small':
      return issue.message.startsWith('Too small')
        ? `must be at least ${issue.minimum}${unitOf(issue.origin)}`
        : issue.message
    default:
      return issue.message
  }
}

const unitOf = (origin: string) => (origin === 'string' ? ' characters long' : origin === 'array' ? ' items long' : '')

/**
 * Refuses undeclared input. A route that declares no body accepts none, zero bytes, or `{}`; a route that declares no
 * query accepts no parameter. Otherwise a misspelt name could pass unnoticed.
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
