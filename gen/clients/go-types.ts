import type { Schema } from './operations.ts'

/**
 * Prints JSON Schemas as Go types. An optional field is a pointer, and a field that is optional and nullable a `*Null`,
 * so that a request can leave it out or send null. Lists and maps are left out if they are nil; only the types of changes,
 * where an empty list means something else, have pointers to them. A choice between several types is `any`.
 */
export function createGoTypes(changes: ReadonlySet<string>) {
  const definitions = new Map<string, string>()

  /** Returns the Go type of a schema, without regard to null. An object without its own name is called `name`. */
  const typeOf = (schema: Schema, name: string): string => {
    if (schema.$ref) return goName(schema.$ref.split('/').at(-1) ?? '')
    if (schema.const !== undefined) return scalarOf(schema.const)
    if (schema.enum) return choose(schema.enum.filter((value) => value !== null).map(scalarOf))
    const choices = choicesOf(schema)
    if (choices)
      return choose(choices.map((choice, number) => typeOf(choice, number === 0 ? name : `${name}${number}`)))
    switch (schema.type) {
      case 'string':
        return schema.format === 'date-time' ? 'time.Time' : 'string'
      case 'integer':
        return 'int64'
      case 'number':
        return 'float64'
      case 'boolean':
        return 'bool'
      case 'array':
        return `[]${elementOf(schema.items ?? {}, `${name}Item`)}`
      case 'object':
        return schema.properties ? define(schema, name) : mapOf(schema, name)
      default:
        return 'any'
    }
  }

  const elementOf = (schema: Schema, name: string): string => {
    const type = typeOf(schema, name)
    return isNullable(schema) && type !== 'any' ? `*${type}` : type
  }

  const mapOf = ({ additionalProperties }: Schema, name: string): string =>
    `map[string]${typeof additionalProperties === 'object' ? elementOf(additionalProperties, `${name}Value`) : 'any'}`

  const fieldType = (schema: Schema, name: string, isRequired: boolean, isChange: boolean): string => {
    const type = typeOf(schema, name)
    if (type === 'any' || (/^(\[\]|map)/.test(type) && !isChange)) return type
    if (isNullable(schema)) return isRequired ? `*${type}` : `*Null[${type}]`
    return isRequired ? type : `*${type}`
  }

  function define(schema: Schema, name: string): string {
    if (definitions.has(name)) return name
    definitions.set(name, '')
    const required = new Set(schema.required)
    const fields = Object.entries(schema.properties ?? {}).map(([field, part]) => {
      const isRequired = required.has(field)
      return {
        name: goName(field),
        type: fieldType(part, name + goName(field), isRequired, changes.has(name)),
        tag: `\`json:"${field}${isRequired ? '' : ',omitempty'}"\``,
        about: part.description,
      }
    })
    const names = fields.map((field) => field.name)
    if (new Set(names).size < names.length) throw new Error(`${name} has two fields with the same name in Go: ${names}`)
    definitions.set(
      name,
      `${comment(schema.description ?? `${name} is part of the API.`)}type ${name} struct {\n${layOut(fields)}}\n`,
    )
    return name
  }

  /** Adds a named schema of the document. */
  function addNamed(name: string, schema: Schema): void {
    const type = typeOf(schema, goName(name))
    if (type === goName(name)) return
    definitions.set(
      goName(name),
      `${comment(schema.description ?? `${goName(name)} is part of the API.`)}type ${goName(name)} = ${type}\n`,
    )
  }

  /** Returns the definitions in the order of their names. */
  const printAll = (): string =>
    [...definitions]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join('\n')

  return { typeOf, define, addNamed, printAll }
}

const choicesOf = (schema: Schema): readonly Schema[] | null => {
  const all =
    schema.anyOf ??
    schema.oneOf ??
    (Array.isArray(schema.type) ? schema.type.map((type: string) => ({ ...schema, type })) : null)
  return all?.filter(({ type }) => type !== 'null') ?? null
}

const isNullable = ({ type, anyOf, oneOf, enum: values }: Schema): boolean =>
  [type].flat().includes('null') ||
  (anyOf ?? oneOf ?? []).some((choice) => choice.type === 'null') ||
  values?.includes(null) === true

const choose = (types: readonly string[]): string => {
  const [type = 'any', ...others] = new Set(types)
  return others.length === 0 ? type : 'any'
}

const scalarOf = (value: unknown): string =>
  ({ string: 'string', boolean: 'bool', number: Number.isInteger(value) ? 'int64' : 'float64' })[
    typeof value as string
  ] ?? 'any'

interface Field {
  readonly name: string
  readonly type: string
  readonly tag: string
  readonly about: string | undefined
}

/** Aligns names and types as gofmt does: among fields without a comment between them. */
function layOut(fields: readonly Field[]): string {
  const groups: Field[][] = []
  for (const field of fields) {
    if (field.about || groups.length === 0) groups.push([field])
    else groups.at(-1)?.push(field)
  }
  return groups
    .map((group) => {
      const [first] = group
      const width = (key: 'name' | 'type') => Math.max(...group.map((field) => field[key].length))
      const lines = group.map(
        ({ name, type, tag }) => `\t${name.padEnd(width('name'))} ${type.padEnd(width('type'))} ${tag}\n`,
      )
      return comment(first?.about, '\t') + lines.join('')
    })
    .join('')
}

/** Returns a comment of one line. */
export const comment = (text: string | undefined, indent = ''): string =>
  text ? `${indent}// ${text.replaceAll(/\s+/g, ' ').trim()}\n` : ''

const initialisms: Readonly<Record<string, string>> = Object.fromEntries(
  ['API', 'CSV', 'HTML', 'HTTP', 'ID', 'IP', 'JSON', 'LTV', 'MFA', 'UID', 'URL', 'UTC', 'UTM'].flatMap((word) => [
    [word.toLowerCase(), word],
    [`${word.toLowerCase()}s`, `${word}s`],
  ]),
)

/** `profileIds` → `ProfileIDs` */
export function goName(text: string): string {
  const words = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/)
  const name = words
    .map((word) => initialisms[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  return /^\d/.test(name) ? `N${name}` : name
}

const keywords = new Set(
  'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var any body ctx each file opts query string'.split(
    ' ',
  ),
)

/** `postId` → `postID`: the name of a parameter. */
export function parameterName(text: string): string {
  const name = goName(text)
  const lowered = initialisms[text.toLowerCase()] ? text.toLowerCase() : name.charAt(0).toLowerCase() + name.slice(1)
  return keywords.has(lowered) ? `${lowered}_` : lowered
}
