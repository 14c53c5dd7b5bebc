import type { Incoming } from '../../../core/http/request.ts'
import { no } from './errors.ts'

export type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

export const bodyOf = ({ body }: Incoming): Tree => (body.kind === 'json' && isTree(body.value) ? body.value : {})

export const treeIn = (tree: Tree, name: string): Tree => {
  const value = tree[name]
  return isTree(value) ? value : {}
}

export function textIn(tree: Tree, name: string, reason: string): string {
  const value = tree[name] ?? ''
  return typeof value === 'string' ? value : no(400, reason, `Invalid value for ${name}.`)
}

/** Returns the parts that a call names. At least one has to be named. */
export function partsOf({ query }: Incoming): readonly string[] {
  const parts = (query.get('part') ?? '').split(',').filter(Boolean)
  return parts.length > 0 ? parts : no(400, 'missingRequiredParameter', 'No filter selected: part.')
}

/** Keeps the named parts of a resource. */
export const picked = (all: Tree, parts: readonly string[]): object =>
  Object.fromEntries(Object.entries(all).filter(([name]) => ['kind', 'id', ...parts].includes(name)))
