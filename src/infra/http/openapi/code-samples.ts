import {
  type DescribedOperation,
  type DocumentComponents,
  type Media,
  type OpenApiDocument,
  resolveSchema,
} from './document.ts'
import { composeExample } from './examples.ts'

interface Sample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

/** The first lines of a program, which the reference shows in place of a list of HTTP clients. */
export const clientInstallation = [
  {
    lang: 'TypeScript',
    description: 'The typed client for Node and browsers. See [its guide](/docs/guides/sdk).',
    source: `import { createClient } from '@posthorn/sdk'

const client = createClient({ url: 'https://posthorn.example.com', token: 'ph_…' })`,
  },
  {
    lang: 'Python',
    description: 'The typed client for Python 3.11 and newer. See [its guide](/docs/guides/python).',
    source: `from posthorn import Posthorn

client = Posthorn("https://posthorn.example.com", token="ph_…")`,
  },
] as const

type Schemas = DocumentComponents['schemas']

/** Adds to each operation how the clients call it, with the example of its request. */
export function withCodeSamples(paths: OpenApiDocument['paths'], schemas: Schemas): OpenApiDocument['paths'] {
  const sampled = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const samples = samplesOf(operation, schemas)
        return [method, samples.length > 0 ? { ...operation, 'x-codeSamples': samples } : operation]
      }),
    ),
  ])
  return Object.fromEntries(sampled) as OpenApiDocument['paths']
}

function samplesOf(operation: DescribedOperation, schemas: Schemas): readonly Sample[] {
  const { operationId, responses } = operation
  // The response never ends, so the clients have no method for it.
  if (responses['200']?.content?.['text/event-stream']) return []
  const input = inputOf(operation, schemas)
  return [
    { lang: 'TypeScript', label: 'TypeScript', source: typescriptOf(operationId, input) },
    { lang: 'Python', label: 'Python', source: pythonOf(operationId, input) },
  ]
}

/** The values of a call, by the place where the Python client has them. */
interface Input {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly kind: 'none' | 'json' | 'form' | 'bytes'
}

function inputOf({ operationId, parameters = [], requestBody }: DescribedOperation, schemas: Schemas): Input {
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && (place === 'path' || one.required))
        .map(({ name = '', schema = {}, example = composeExample(schemas, schema, name) }) => [name, example]),
    )
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
  const body = json ? exampleOf(json, schemas, operationId) : null
  const kind = json ? 'json' : form ? 'form' : requestBody ? 'bytes' : 'none'
  return { path: valuesIn('path'), query: valuesIn('query'), body, kind }
}

function exampleOf({ schema, examples }: Media, schemas: Schemas, place: string): unknown {
  const [first] = Object.values(examples ?? {}) as { readonly value?: unknown }[]
  return first && 'value' in first ? first.value : composeExample(schemas, resolveSchema(schemas, schema), place)
}

function typescriptOf(operationId: string, { path, query, body, kind }: Input): string {
  const file = kind === 'form' ? { file: verbatim('file') } : kind === 'bytes' ? { body: verbatim('file') } : {}
  const input = { ...path, ...query, ...(isObject(body) ? body : {}), ...file }
  const given = Object.keys(input).length > 0 ? print(input, typescript, 0) : ''
  return `const result = await client.${operationId}(${given})`
}

function pythonOf(operationId: string, { path, query, body, kind }: Input): string {
  const given = [
    ...Object.values(path).map((value) => print(value, python, 0)),
    ...(kind === 'form' || kind === 'bytes' ? ['file'] : []),
    ...(isObject(body) ? [print(body, python, 0)] : []),
    ...Object.entries(query).map(([name, value]) => `${snake(name)}=${print(value, python, 0)}`),
  ]
  return `result = client.${snake(operationId)}(${given.join(', ')})`
}

const verbatim = (code: string) => ({ [Symbol.for('code')]: code })

interface Language {
  readonly text: (value: string) => string
  readonly name: (name: string) => string
  readonly words: Readonly<Record<string, string>>
}

const typescript: Language = {
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  name: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : typescript.text(name)),
  words: {},
}

const python: Language = {
  text: (value) => JSON.stringify(value),
  name: (name) => JSON.stringify(name),
  words: { true: 'True', false: 'False', null: 'None' },
}

/** Prints a JSON value as code, on one line if it is short. */
function print(value: unknown, language: Language, depth: number): string {
  if (typeof value === 'string') return language.text(value)
  if (typeof value !== 'object' || value === null) return language.words[String(value)] ?? String(value)
  const code = (value as Record<symbol, unknown>)[Symbol.for('code')]
  if (typeof code === 'string') return code
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((one) => print(one, language, depth + 1))
    : Object.entries(value).map(([name, one]) => `${language.name(name)}: ${print(one, language, depth + 1)}`)
  if (parts.length === 0) return `${open}${close}`
  const space = Array.isArray(value) ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length + 2 * depth < 60 && !line.includes('\n')) return line
  const indent = '  '.repeat(depth)
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

export const isKeyword = (name: string): boolean => keywords.has(name)

/** Returns a name as the Python client has it: `listMyAuditLog` → `list_my_audit_log` */
export function snake(text: string): string {
  const name = text
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
  return isKeyword(name) ? `${name}_` : name
}
