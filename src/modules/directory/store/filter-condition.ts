import { type RawBuilder, sql } from 'kysely'
import { fromWire, type IdPrefix } from '#kernel/ids.ts'
import type { Filter } from '../protocol/filter.ts'

type Comparison = Extract<Filter, { readonly kind: 'compare' }>
/** The condition of a comparison. Null if the attribute can't be filtered by. */
type Compare = (comparison: Comparison) => RawBuilder<boolean> | null

/** Translates a filter. Returns null if it compares an attribute that `attributes` doesn't list. */
export function toCondition(filter: Filter, attributes: Readonly<Record<string, Compare>>): RawBuilder<boolean> | null {
  if (filter.kind === 'compare')
    return Object.hasOwn(attributes, filter.attribute) ? (attributes[filter.attribute]?.(filter) ?? null) : null
  const parts = filter.parts.map((one) => toCondition(one, attributes))
  if (parts.includes(null)) return null
  return sql<boolean>`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`
}

/** The condition of a list without a filter. */
export const unfiltered = sql<boolean>`true`

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/** Compares a text. Unless it is exact, upper and lower case are the same. */
export const compareText =
  (column: RawBuilder<string | null>, { isExact = false } = {}): Compare =>
  ({ operator, value }) => {
    if (typeof value !== 'string') return value === null && operator === 'eq' ? sql<boolean>`${column} is null` : null
    const [left, right] = isExact ? [column, value] : [sql`lower(${column})`, value.toLowerCase()]
    switch (operator) {
      case 'eq':
        return sql<boolean>`coalesce(${left} = ${right}, false)`
      case 'ne':
        return sql<boolean>`${left} is distinct from ${right}`
      case 'co':
        return sql<boolean>`coalesce(${left} like ${`%${escapeLike(right)}%`}, false)`
      case 'sw':
        return sql<boolean>`coalesce(${left} like ${`${escapeLike(right)}%`}, false)`
      case 'ew':
        return sql<boolean>`coalesce(${left} like ${`%${escapeLike(right)}`}, false)`
      default:
        return operator satisfies never
    }
  }

/** Compares a flag, which some directories send as text. */
export const compareFlag =
  (column: RawBuilder<boolean>): Compare =>
  ({ operator, value }) => {
    const flag = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value
    if (typeof flag !== 'boolean' || (operator !== 'eq' && operator !== 'ne')) return null
    return sql<boolean>`${column} = ${operator === 'eq' ? flag : !flag}`
  }

/** Compares an ID. Texts that aren't IDs match nothing. */
export const compareId =
  (prefix: IdPrefix, build: (id: string) => RawBuilder<boolean>): Compare =>
  ({ operator, value }) => {
    if (operator !== 'eq' || typeof value !== 'string') return null
    const id = fromWire(prefix, value)
    return id === null ? sql<boolean>`false` : build(id)
  }
