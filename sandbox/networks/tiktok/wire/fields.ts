import type { Incoming } from '../../../core/http/request.ts'
import { isTree, type Tree, treeOr } from '../../../core/kit/tree.ts'
import type { Platform } from '../state/platform.ts'
import { invalid, no } from './envelope.ts'

/** Returns the body. The network ignores unknown fields and validates known ones. */
export const bodyOf = ({ body }: Incoming): Tree => treeOr(body.kind === 'json' && body.value)

/** Returns a reader for one object of a body; `at` is its path in the body, for messages. */
export function readerOf(platform: Platform, tree: Tree, at = '') {
  const wrong = (name: string, must: string) => invalid(platform, `${at}${name} ${must}`)
  const given = (name: string) => tree[name] ?? undefined
  return {
    tree(name: string): Tree {
      const value = given(name)
      return isTree(value) ? value : wrong(name, 'is missing or no object')
    },
    /** Returns the text. Empty if it is missing. */
    text(name: string, maxUnits: number): string {
      const value = given(name) ?? ''
      if (typeof value !== 'string') return wrong(name, 'must be a string')
      return value.length <= maxUnits ? value : wrong(name, `must not be longer than ${maxUnits} in UTF-16 runes`)
    },
    /** Returns the flag. False if it is missing. */
    flag(name: string): boolean {
      const value = given(name) ?? false
      return typeof value === 'boolean' ? value : wrong(name, 'must be a bool')
    },
    integer(name: string, { min, max, usual }: { min: number; max: number; usual?: number }): number {
      const value = given(name) ?? usual
      if (typeof value !== 'number' || !Number.isInteger(value)) return wrong(name, 'must be an integer')
      return value >= min && value <= max ? value : wrong(name, `must be from ${min} to ${max}`)
    },
    oneOf<Value extends string>(name: string, values: readonly Value[]): Value {
      return values.find((value) => value === given(name)) ?? wrong(name, `must be one of ${values.join(', ')}`)
    },
    texts(name: string, max: number): readonly string[] {
      const value = given(name)
      if (!Array.isArray(value) || value.length === 0 || !value.every((one) => typeof one === 'string'))
        return wrong(name, 'must be a list of strings')
      return value.length <= max ? value : wrong(name, `must not have more than ${max}`)
    },
  }
}

/** Returns the requested fields. Each may need its own scope, and an unknown field fails the whole call. */
export function requestedFields(
  platform: Platform,
  { query }: Incoming,
  known: Readonly<Record<string, string>>,
  scopes: readonly string[],
): readonly string[] {
  const requested = (query.get('fields') ?? '').split(',').filter(Boolean)
  if (requested.length === 0) invalid(platform, 'Fields is required in the query.')
  const unknown = requested.find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) invalid(platform, `Invalid fields: ${unknown}.`)
  if (!requested.every((name) => scopes.includes(known[name] ?? ''))) no(platform, 401, 'scope_not_authorized')
  return requested
}

export const picked = (all: Readonly<Record<string, unknown>>, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, all[name]]))
