import type { Incoming } from '../../../core/http/request.ts'
import { isTree } from '../../../core/kit/tree.ts'

/**
 * The parameters of a call, from its query and its body, as one tree. A form addresses a place in the tree with
 * brackets: `media_ids[]`, `poll[options][]`, `media_attributes[][id]`; JSON has the tree already.
 */
export type Params = Readonly<Record<string, unknown>>

export function readAllParams({ query, body }: Incoming): Params {
  const tree = grow([...query])
  if (body.kind === 'form' || body.kind === 'multipart') return { ...tree, ...grow(body.fields) }
  return body.kind === 'json' && isTree(body.value) ? { ...tree, ...body.value } : tree
}

/** Returns a text unchanged, a number or a boolean as text. Null if the parameter is missing. */
export function textParam(params: Params, name: string): string | null {
  const value = params[name]
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

export const hasText = (params: Params, name: string): boolean => (textParam(params, name) ?? '').trim() !== ''

export function booleanParam(params: Params, name: string): boolean | null {
  const text = textParam(params, name)
  if (text === null || text === '') return null
  return !['0', 'f', 'false', 'off', 'no'].includes(text.toLowerCase())
}

export function listOf(params: Params, name: string): readonly string[] {
  const value = params[name]
  if (!Array.isArray(value)) return []
  return value.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
}

export function treesOf(params: Params, name: string): readonly Params[] {
  const value = params[name]
  return Array.isArray(value) ? value.filter(isTree) : []
}

export function treeOf(params: Params, name: string): Params | null {
  const value = params[name]
  return isTree(value) ? value : null
}

type Node = Map<string, unknown>

function grow(fields: readonly (readonly [string, string])[]): Params {
  const root: Node = new Map()
  for (const [name, value] of fields) {
    const head = /^[^[]+/.exec(name)?.[0]
    if (head === undefined) continue
    put(root, [head, ...[...name.slice(head.length).matchAll(/\[([^\][]*)\]/g)].map((found) => found[1] ?? '')], value)
  }
  return plain(root) as Params
}

function put(into: Node, [name = '', ...rest]: readonly string[], value: string): void {
  const [next, ...after] = rest
  if (next === undefined) {
    into.set(name, value)
  } else if (next === '') {
    const known = into.get(name)
    const list: unknown[] = Array.isArray(known) ? known : []
    into.set(name, list)
    if (after.length === 0) list.push(value)
    else {
      // A name that the last member already has starts the next member.
      const last = list.at(-1)
      const fits = last instanceof Map && after.length === 1 && !last.has(after[0] ?? '')
      const member: Node = fits ? last : new Map()
      if (!fits) list.push(member)
      put(member, after, value)
    }
  } else {
    const known = into.get(name)
    const child: Node = known instanceof Map ? known : new Map()
    into.set(name, child)
    put(child, rest, value)
  }
}

function plain(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, one]) => [name, plain(one)]))
  return Array.isArray(value) ? value.map(plain) : value
}
