import { isKeyword } from '#infra/http/openapi/code-samples.ts'
import type { Schema } from './operations.ts'

/** Prints JSON Schemas as Python types. An object becomes a TypedDict, so values stay plain dictionaries. */
export function createTypePrinter() {
  const definitions = new Map<string, string>()

  /** Returns the Python type of a schema. An object without its own name is called `name`. */
  const typeOf = (schema: Schema, name: string): string => {
    if (schema.$ref) return nameOf(schema.$ref)
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return join(choices.map((choice, number) => typeOf(choice, number === 0 ? name : `${name}${number}`)))
    if (Array.isArray(schema.type)) return join(schema.type.map((type: string) => typeOf({ ...schema, type }, name)))
    switch (schema.type) {
      case 'string':
        return 'str'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `list[${typeOf(schema.items ?? {}, `${name}Item`)}]`
      case 'object':
        return schema.properties ? define(schema, name) : mapping(schema, name)
      default:
        return 'Any'
    }
  }

  const mapping = ({ additionalProperties }: Schema, name: string): string =>
    `dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, `${name}Value`) : 'Any'}]`

  function define(schema: Schema, name: string): string {
    if (definitions.has(name)) return name
    definitions.set(name, '')
    const required = new Set(schema.required)
    const fields = Object.entries(schema.properties ?? {}).map(([field, part]): [string, string] => {
      const type = typeOf(part, name + pascal(field))
      return [field, required.has(field) ? type : `NotRequired[${type}]`]
    })
    const about = schema.description ? `    """${oneLine(schema.description)}"""\n\n` : ''
    // The class form cannot have names such as `net-a` or `from`.
    const text = fields.every(([field]) => isName(field))
      ? `class ${name}(TypedDict):\n${about}${fields.map(([field, type]) => `    ${field}: ${type}`).join('\n') || '    pass'}`
      : `${name} = TypedDict(\n    "${name}",\n    {\n${fields.map(([field, type]) => `        ${JSON.stringify(field)}: ${JSON.stringify(type)},`).join('\n')}\n    },\n)`
    definitions.delete(name)
    definitions.set(name, text)
    return name
  }

  /** Adds a named schema of the document. */
  function addNamed(name: string, schema: Schema): void {
    const type = typeOf(schema, name)
    if (type !== name) definitions.set(name, `${name}: TypeAlias = ${JSON.stringify(type)}`)
  }

  /** Returns the definitions ordered by name. Types refer to each other by name, so any order works. */
  const printAll = (): string =>
    [...definitions]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join('\n\n\n')

  return { typeOf, addNamed, printAll, names: () => [...definitions.keys()].sort() }
}

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''

const join = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : value === null ? 'None' : JSON.stringify(value)

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text) && !isKeyword(text)

export const pascal = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

export const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')
