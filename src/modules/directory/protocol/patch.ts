import { type Filter, parseFilter, plainName } from './filter.ts'
import { ScimFault } from './scim-fault.ts'
import { type Attributes, isObject, readField, readList } from './values.ts'

/**
 * Reads PATCH requests in the dialects of Okta and Microsoft Entra: operations in any case, values without a path, and
 * paths such as `emails[type eq "work"].value` and `members[value eq "…"]`.
 */
export interface Change {
  readonly kind: 'set' | 'add' | 'remove'
  readonly target: Target
  readonly value: unknown
}

export interface Target {
  /** The attribute in lower case. */
  readonly attribute: string
  /** The filter in brackets, or null. */
  readonly filter: Filter | null
  /** The sub-attribute in lower case, or null. */
  readonly sub: string | null
}

const operationsMax = 1_000
const kinds = { add: 'add', replace: 'set', remove: 'remove' } as const

export function readChanges(body: Attributes): readonly Change[] {
  const operations = readList('Operations', readField(body, 'Operations'), operationsMax)
  if (operations.length === 0) throw new ScimFault(400, 'Send at least one entry in `Operations`.', 'invalidSyntax')
  return operations.flatMap(readOperation)
}

function readOperation(operation: unknown): Change[] {
  if (!isObject(operation)) throw new ScimFault(400, 'Each operation must be an object.', 'invalidSyntax')
  const op = readField(operation, 'op')
  const name = typeof op === 'string' ? op.toLowerCase() : ''
  if (!Object.hasOwn(kinds, name))
    throw new ScimFault(400, '`op` must be `add`, `replace` or `remove`.', 'invalidSyntax')
  const kind = kinds[name as keyof typeof kinds]
  const path = readField(operation, 'path')
  const value = readField(operation, 'value')
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw new ScimFault(400, '`path` must be a string.', 'invalidPath')
    if (kind !== 'remove' && value === undefined)
      throw new ScimFault(400, `\`${name}\` needs a \`value\`.`, 'invalidValue')
    return [{ kind, target: readTarget(path), value }]
  }
  if (kind === 'remove') throw new ScimFault(400, '`remove` needs a `path`.', 'noTarget')
  if (!isObject(value)) throw new ScimFault(400, 'Without a `path`, `value` must be an object.', 'invalidValue')
  return Object.entries(value).map(([key, one]) => ({ kind, target: readTarget(key), value: one }))
}

const pathMax = 500
const pathPattern = /^([a-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z$][\w$-]*))?$/

function readTarget(path: string): Target {
  if (path.length > pathMax) return refusePath()
  // Attributes of extensions are accepted and ignored, like other attributes that have no place here.
  const plain = path.slice(0, 4).toLowerCase() === 'urn:' ? withoutUrn(path) : path
  const [, attribute, filter, sub] = pathPattern.exec(lowerOutsideQuotes(plain)) ?? refusePath()
  if (attribute === undefined) return refusePath()
  return { attribute, filter: filter === undefined ? null : parseFilter(filter), sub: sub ?? null }
}

function withoutUrn(path: string): string {
  const name = plainName(path)
  if (!name.startsWith('urn:')) return path.slice(path.length - name.length)
  return 'extension'
}

const lowerOutsideQuotes = (path: string): string =>
  path.replace(/"[^"]*"|[^"]+/g, (part) => (part.startsWith('"') ? part : part.toLowerCase()))

function refusePath(): never {
  throw new ScimFault(
    400,
    'This `path` isn’t an attribute, such as `active` or `members[value eq "…"]`.',
    'invalidPath',
  )
}
