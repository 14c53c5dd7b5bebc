import type { Incoming } from '../../../core/http/request.ts'
import { invalid } from './refusals.ts'

/** Reads the input that a call's schema requires. Rejects in the real server's wording. */

export function inputOf(incoming: Incoming): Readonly<Record<string, unknown>> {
  const value = incoming.body.kind === 'json' ? incoming.body.value : null
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return invalid('A request body was expected but none was provided')
  return value as Readonly<Record<string, unknown>>
}

/** Reads a text from the body. A boolean becomes `true` or `false` as text, and an omitted optional text becomes ''. */
export function text(incoming: Incoming, name: string, kind: 'text' | 'optional' | 'boolean' = 'text'): string {
  const value = inputOf(incoming)[name]
  if (value === undefined && kind !== 'text') return ''
  if (value === undefined) return invalid(`Input must have the property "${name}"`)
  if (kind === 'boolean' && typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return value
  return invalid(`Input/${name} must be a ${kind === 'boolean' ? 'boolean' : 'string'}`)
}

export function param(incoming: Incoming, name: string): string {
  return incoming.query.get(name) || invalid(`Params must have the property "${name}"`)
}

export function limitOf(incoming: Incoming, { max, usual }: { max: number; usual: number }): number {
  const given = incoming.query.get('limit')
  if (given === null) return usual
  if (!/^-?[0-9]+$/.test(given)) return invalid('Params/limit must be an integer')
  if (Number(given) > max) return invalid(`Params/limit can not be greater than ${max}`)
  if (Number(given) < 1) return invalid('Params/limit can not be less than 1')
  return Number(given)
}
