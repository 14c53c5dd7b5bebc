import type { Incoming } from '../../../core/http/request.ts'
import { type Tree, treeOr } from '../../../core/kit/tree.ts'
import { no } from './errors.ts'

export const bodyOf = ({ body }: Incoming): Tree => treeOr(body.kind === 'json' && body.value)

export const treeIn = (tree: Tree, name: string): Tree => treeOr(tree[name])

export function textIn(tree: Tree, name: string, reason: string): string {
  const value = tree[name] ?? ''
  return typeof value === 'string' ? value : no(400, reason, `Invalid value for ${name}.`)
}

/** Returns the parts that a call requests. At least one is required. */
export function partsOf({ query }: Incoming): readonly string[] {
  const parts = (query.get('part') ?? '').split(',').filter(Boolean)
  return parts.length > 0 ? parts : no(400, 'missingRequiredParameter', 'No filter selected: part.')
}

/** Returns the requested parts of a resource. */
export const picked = (all: Tree, parts: readonly string[]): object =>
  Object.fromEntries(Object.entries(all).filter(([name]) => ['kind', 'id', ...parts].includes(name)))
