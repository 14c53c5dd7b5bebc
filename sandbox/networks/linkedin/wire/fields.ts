import { isTree, type Tree } from '../../../core/kit/tree.ts'
import { invalidValue, missing, no, tooLong, unpermitted } from './refusals.ts'

// The fields of a body are each read by their path. An unexpected field is rejected.

export function treeOf(value: unknown, path: string, known: readonly string[]): Tree {
  if (value === undefined) return missing(path)
  if (!isTree(value)) return invalidValue(path, value)
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  return unknown === undefined ? value : unpermitted(`${path === '/' ? '' : path}/${unknown}`)
}

export function listOf(value: unknown, path: string, { min, max }: { min: number; max: number }): readonly unknown[] {
  if (value === undefined) return missing(path)
  if (!Array.isArray(value)) return invalidValue(path, value)
  if (value.length >= min && value.length <= max) return value
  return no(400, {
    code: 'INVALID_VALUE_FOR_FIELD',
    message: `${path} :: must have ${min} to ${max} items, but has ${value.length}`,
  })
}

export function textIn(value: unknown, path: string, max: number): string {
  if (value === undefined) return missing(path)
  if (typeof value !== 'string') return invalidValue(path, value)
  return value.length > max ? no(400, tooLong(path, max)) : value
}

export const textOr = (value: unknown, path: string, max: number, otherwise: string): string =>
  value === undefined ? otherwise : textIn(value, path, max)

export function oneOf(value: unknown, path: string, values: readonly string[]): string {
  if (value === undefined) return missing(path)
  return typeof value === 'string' && values.includes(value) ? value : invalidValue(path, value)
}

export const flagOr = (value: unknown, path: string, otherwise: boolean): boolean => {
  if (value === undefined) return otherwise
  return typeof value === 'boolean' ? value : invalidValue(path, value)
}
