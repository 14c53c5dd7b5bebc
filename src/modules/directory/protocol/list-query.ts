import { type Filter, parseFilter, plainName } from './filter.ts'
import { listMax, type Resource } from './resources.ts'
import { invalidValue } from './scim-fault.ts'

/** The query of a list or of a single resource. */
export interface ListQuery {
  readonly filter: Filter | null
  /** The position of the first result, from 1. */
  readonly startIndex: number
  readonly count: number
  /** True if a response contains this attribute. */
  shows(attribute: string): boolean
  /** Removes what the client does not want. `schemas` and `id` always stay. */
  project(resource: Resource): Resource
}

const defaultCount = 100
const positionMax = 1_000_000
const namesMax = 50

/** Reads the query. Parameters that SCIM doesn't know are ignored, as directories send their own. */
export function readListQuery(query: unknown): ListQuery {
  const read = (name: string): string | null => {
    const value = (query as { readonly [name: string]: unknown })[name]
    if (value === undefined || value === '') return null
    if (typeof value !== 'string') throw invalidValue(`\`${name}\` can occur only once.`)
    return value
  }
  const filter = read('filter')
  const only = readNames('attributes', read('attributes'))
  const without = readNames('excludedAttributes', read('excludedAttributes'))
  const shows = (attribute: string): boolean => {
    const name = attribute.toLowerCase()
    return name === 'id' || name === 'schemas' || (only === null ? !without?.has(name) : only.has(name))
  }
  return {
    filter: filter === null ? null : parseFilter(filter),
    startIndex: Math.max(1, readNumber('startIndex', read('startIndex'), positionMax) ?? 1),
    count: Math.min(listMax, Math.max(0, readNumber('count', read('count'), Number.MAX_SAFE_INTEGER) ?? defaultCount)),
    shows,
    project: (resource) => Object.fromEntries(Object.entries(resource).filter(([name]) => shows(name))),
  }
}

/** Returns the attributes that a list names. A part of one, such as `name.givenName`, counts as all of it. */
function readNames(name: string, value: string | null): ReadonlySet<string> | null {
  if (value === null) return null
  const names = value.split(',')
  if (names.length > namesMax) throw invalidValue(`\`${name}\` can list up to ${namesMax} attributes.`)
  return new Set(names.map((one) => plainName(one.trim()).split('.')[0] ?? ''))
}

function readNumber(name: string, value: string | null, max: number): number | null {
  if (value === null) return null
  if (!/^-?\d{1,15}$/.test(value) || Number(value) > max) throw invalidValue(`\`${name}\` must be a whole number.`)
  return Number(value)
}
