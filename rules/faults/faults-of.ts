import type { FaultCode } from './fault-codes.ts'
import { ruleOf } from './sentences.ts'

/** The values in the sentence of an error. */
type Params = Readonly<Record<string, string | number | readonly string[]>>

/** An error in an input, in words for people. */
interface Fault {
  /** A JSON pointer. */
  readonly path: string
  readonly code: string
  readonly message: string
  readonly params?: Params
}

/** An issue of a schema, as zod reports it with `reportInput`. */
interface Issue {
  readonly code: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly input?: unknown
  readonly expected?: string
  readonly values?: readonly unknown[]
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly origin?: string
  readonly keys?: readonly string[]
  readonly errors?: readonly (readonly Issue[])[]
  /** An issue of our own may name its code. */
  readonly params?: { readonly fault?: FaultCode } | undefined
}

/** Returns the errors of an issue. The prefix is the location of the input in the request. */
export function faultsOf(issue: Issue, prefix = ''): Fault[] {
  const at = (path: readonly PropertyKey[]) => prefix + path.map((step) => `/${pointerStep(step)}`).join('')
  if (issue.code === 'unrecognized_keys' && issue.keys) {
    return issue.keys.map((key) => ({
      path: at([...issue.path, key]),
      code: 'unknown_field',
      message: prefix === '/query' ? 'is not a known parameter' : 'isn’t a known field',
    }))
  }
  // One choice has the right type, so its errors are the ones to fix.
  const meant = issue.code === 'invalid_union' ? issue.errors?.find((faults) => faults.every(isInside)) : undefined
  if (meant) return meant.flatMap((inner) => faultsOf(inner, at(issue.path)))
  const params = paramsOf(issue)
  return [{ path: at(issue.path), code: faultCodeOf(issue), message: messageOf(issue), ...(params && { params }) }]
}

const isInside = ({ path }: Issue): boolean => path.length > 0

export const pointerStep = (step: PropertyKey): string => String(step).replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns our code for an issue. The names that zod gives to its own checks are not for clients. */
export function faultCodeOf(issue: Issue): FaultCode {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'invalid_type'
    case 'invalid_union':
      return (issue.errors ?? []).flat().every(({ code }) => code === 'invalid_type') ? 'invalid_type' : 'invalid_value'
    case 'unrecognized_keys':
      return 'unknown_field'
    case 'custom':
      return issue.params?.fault ?? 'invalid_value'
    case 'too_small':
    case 'too_big':
    case 'invalid_format':
      return issue.code
    default:
      return 'invalid_value'
  }
}

/** Returns the values for a sentence in another language. A schema's own sentence is identified by its rule. */
function paramsOf(issue: Issue): Params | undefined {
  const { code, message, input, expected, values, minimum, maximum, origin } = issue
  const unit = origin === undefined ? undefined : units[origin]
  const rule = ruleOf(message)
  if (code === 'too_small' && minimum !== undefined) return { minimum: Number(minimum), ...(unit && { unit }) }
  if (code === 'too_big' && maximum !== undefined) return { maximum: Number(maximum), ...(unit && { unit }) }
  if (rule !== undefined) return { rule }
  if (code === 'invalid_value' && values) return { values: values.map(String) }
  if (code === 'invalid_type' && input !== undefined && expected !== undefined) return { expected }
  return undefined
}

/** Units of the limits of texts and lists. Limits of numbers have none. */
const units: Readonly<Record<string, 'characters' | 'items'>> = { string: 'characters', array: 'items' }

/** The types of values, in words that people use. */
const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  date: 'an ISO 8601 date and time, such as 2027-03-01T09:00:00Z',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** Returns the sentence of an issue. Schemas may have their own; zod's messages are for programmers. */
function messageOf(issue: Issue): string {
  const own = /^(?:Invalid|Too big|Too small|Unrecognized)/.test(issue.message) ? null : issue.message
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : (own ?? `must be ${kinds[issue.expected ?? ''] ?? issue.expected}`)
    case 'invalid_value':
      return (
        own ??
        `must be ${(issue.values ?? []).length > 1 ? 'one of ' : ''}${(issue.values ?? []).map(String).join(', ')}`
      )
    case 'too_big':
      return own ?? boundOf('at most', Number(issue.maximum), issue.origin)
    case 'too_small':
      return own ?? boundOf('at least', Number(issue.minimum), issue.origin)
    case 'invalid_union':
      return own ?? joinChoices((issue.errors ?? []).flat().map(messageOf))
    default:
      return own ?? 'has an invalid format'
  }
}

/** Joins the messages of several choices: "must be a text" and "must be a list" become "must be a text or a list". */
function joinChoices(messages: readonly string[]): string {
  const choices = new Set(messages.map((message) => message.replace(/^must be (?:one of )?/, '')))
  return `must be ${[...choices].join(' or ')}`
}

/** States a bound: "must be at most 5", "must be at most 100 characters long", "must have at least 1 item". */
function boundOf(bound: 'at most' | 'at least', limit: number, origin = ''): string {
  const unit = units[origin]
  if (unit === undefined) return `must be ${bound} ${limit}`
  const counted = limit === 1 ? unit.slice(0, -1) : unit
  return unit === 'items' ? `must have ${bound} ${limit} ${counted}` : `must be ${bound} ${limit} ${counted} long`
}
