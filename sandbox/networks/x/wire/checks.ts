import { isTree, type Tree } from '../../../core/kit/tree.ts'
import { invalid } from './problems.ts'

/**
 * The shape of a request body, validated as the network does: unknown fields are rejected, and the message gives the
 * position and the problem in the wording of the network's validator.
 */
export type Shape =
  | { readonly is: 'text'; readonly min?: number; readonly max?: number }
  | { readonly is: 'id' }
  | { readonly is: 'flag' }
  | { readonly is: 'whole'; readonly min: number; readonly max: number }
  | { readonly is: 'one of'; readonly values: readonly string[] }
  | { readonly is: 'list'; readonly of: Shape; readonly min: number; readonly max: number }
  | { readonly is: 'object'; readonly of: Readonly<Record<string, Shape>>; readonly needs?: readonly string[] }

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value === 'object'
          ? 'object'
          : typeof value

/** Returns the first error in the value. Null if it is valid. */
function faultIn(value: unknown, shape: Shape, at: string): string | null {
  const unless = (isGood: boolean, what: string) => (isGood ? null : `${at}: ${what}`)
  const mustBe = (kind: string) => `${at}: ${kindOf(value)} found, ${kind} expected`
  switch (shape.is) {
    case 'text': {
      if (typeof value !== 'string') return mustBe('string')
      const { min = 0, max = Number.POSITIVE_INFINITY } = shape
      const length = [...value].length
      return (
        unless(length >= min, `must be at least ${min} characters long`) ??
        unless(length <= max, `may only be ${max} characters long`)
      )
    }
    case 'id':
      if (typeof value !== 'string') return mustBe('string')
      return unless(/^[0-9]{1,19}$/.test(value), 'does not match the regex pattern ^[0-9]{1,19}$')
    case 'flag':
      return typeof value === 'boolean' ? null : mustBe('boolean')
    case 'whole':
      if (typeof value !== 'number' || !Number.isInteger(value)) return mustBe('integer')
      return (
        unless(value >= shape.min, `must have a minimum value of ${shape.min}`) ??
        unless(value <= shape.max, `must have a maximum value of ${shape.max}`)
      )
    case 'one of': {
      const isOne = typeof value === 'string' && shape.values.includes(value)
      return unless(isOne, `does not have a value in the enumeration [${shape.values.join(', ')}]`)
    }
    case 'list': {
      if (!Array.isArray(value)) return mustBe('array')
      const { min, max, of } = shape
      return (
        unless(value.length >= min, `there must be a minimum of ${min} items in the array`) ??
        unless(value.length <= max, `there must be a maximum of ${max} items in the array`) ??
        first(value.map((one, nr) => () => faultIn(one, of, `${at}[${nr}]`)))
      )
    }
    case 'object': {
      if (!isTree(value)) return mustBe('object')
      const { of, needs = [] } = shape
      const unknown = Object.keys(value).find((name) => !Object.hasOwn(of, name))
      if (unknown !== undefined)
        return `${at}.${unknown}: is not defined in the schema and the schema does not allow additional properties`
      const missing = needs.find((name) => value[name] === undefined)
      if (missing !== undefined) return `${at}.${missing}: is missing but it is required`
      return first(
        Object.entries(of).map(
          ([name, one]) =>
            () =>
              value[name] === undefined ? null : faultIn(value[name], one, `${at}.${name}`),
        ),
      )
    }
    default:
      return shape satisfies never
  }
}

function first(all: readonly (() => string | null)[]): string | null {
  for (const one of all) {
    const fault = one()
    if (fault !== null) return fault
  }
  return null
}

/** Returns the body after validating it against the shape. */
export function checked(body: unknown, shape: Shape): Tree {
  const fault = faultIn(body, shape, '$')
  if (fault !== null) invalid(fault)
  return isTree(body) ? body : {}
}

export const textIn = (tree: Tree, name: string): string | null => {
  const value = tree[name]
  return typeof value === 'string' ? value : null
}

export function treeIn(tree: Tree, name: string): Tree | null {
  const value = tree[name]
  return isTree(value) ? value : null
}

export function textsIn(tree: Tree, name: string): readonly string[] {
  const value = tree[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
