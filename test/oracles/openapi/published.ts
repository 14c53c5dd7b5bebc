import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { HttpRequest } from '#connectors/connector.ts'
import { type Differences, differences } from './differences.ts'

/**
 * Checks connectors' requests against the OpenAPI documents of the networks. The documents contain only the requests of
 * the operations that are called here, and are not edited: `differences.ts` lists where we know better.
 */
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}
interface Operation {
  readonly parameters: readonly Parameter[]
  readonly body?: Readonly<Record<string, Schema>>
}
type Schema = { readonly [name: string]: unknown; readonly type?: string }

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false })
addFormats.default(ajv)
ajv.addFormat('scopes', true)

export type PublishedNetwork = keyof typeof differences
type Published = ReturnType<typeof openPublished>

/** Returns the document of a network, if it has one here. */
export function publishedFor(network: string): Published | null {
  if (!Object.hasOwn(differences, network)) return null
  const known = opened.get(network) ?? openPublished(network as PublishedNetwork)
  opened.set(network, known)
  return known
}
const opened = new Map<string, Published>()

/** Opens the document of a network. */
export function openPublished(network: PublishedNetwork) {
  const text = readFileSync(new URL(`${network}.json`, import.meta.url), 'utf8')
  const { operations } = JSON.parse(text) as { readonly operations: Readonly<Record<string, Operation>> }
  const known: Differences = differences[network]
  const routes = Object.entries(operations).map(([name, operation]) => ({ name, operation, like: patternOf(name) }))
  const published = {
    operations: Object.keys(operations),
    /** Finds the operation of a request, by its path below the network's base URL. */
    find(method: string, path: string) {
      const query = `${method} ${path.split('?')[0]}`
      return routes.find(({ like }) => like.test(query))?.name ?? null
    },
    /** Lists the errors of a request. A body that is a stream is not read. */
    faultsOf({ method, url, headers = {}, body }: HttpRequest, base: string): readonly string[] {
      const { pathname, searchParams } = new URL(url)
      const path = pathname.slice(new URL(base).pathname.length)
      if (known.besides.includes(path)) return []
      const query = `${method} ${path}`
      const operation = routes.find(({ like }) => like.test(query))?.operation
      if (!operation) return [`${query} is not in the document`]
      return [...queryFaults(operation, searchParams, known), ...bodyFaults(operation, headers, body, known)].map(
        (fault) => `${query}: ${fault}`,
      )
    },
    /** Throws for a request that is not in the document. */
    requireDescribed(request: HttpRequest, base: string): void {
      const faults = published.faultsOf(request, base)
      if (faults.length > 0) throw new Error(`not as ${network} describes it: ${faults.join('; ')}`)
    },
  }
  return published
}

const patternOf = (name: string): RegExp => new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

function queryFaults({ parameters }: Operation, query: URLSearchParams, known: Differences): string[] {
  const given = new Map<string, string[]>()
  for (const [written, value] of query) {
    const name = known.parameters[written] ?? written.replace(/\[\]$/, '')
    const values = value.split(',').map((one) => known.values[one] ?? one)
    given.set(name, [...(given.get(name) ?? []), ...values.filter((one) => one !== '')])
  }
  const requested = parameters.filter(({ in: place }) => place === 'query')
  const missing = requested
    .filter(({ name, required }) => required && !given.has(name))
    .map(({ name }) => `lacks ${name}`)
  const faults = [...given].flatMap(([name, values]) => {
    const parameter = requested.find((one) => one.name === name)
    return parameter ? schemaFaults(parameter.schema, typed(values, parameter.schema), name) : [`has ${name}`]
  })
  return [...missing, ...faults]
}

function typed(values: readonly string[], { type }: Schema): unknown {
  if (type === 'array') return values
  const [value = ''] = values
  if (type === 'integer' || type === 'number') return Number(value)
  return type === 'boolean' ? value === 'true' : values.join(',')
}

function bodyFaults(
  { body: bodies }: Operation,
  headers: Readonly<Record<string, string>>,
  body: HttpRequest['body'],
  known: Differences,
): string[] {
  const type = (headers['content-type'] ?? '').split(';')[0] ?? ''
  if (body === undefined) return bodies ? ['has no body'] : []
  const schema =
    bodies?.[type] ?? (type === 'application/x-www-form-urlencoded' ? bodies?.['application/json'] : undefined)
  if (!schema) return [`has a body of ${type}`]
  if (typeof body !== 'string') return []
  const value = type === 'application/json' ? JSON.parse(body) : formOf(body, schema)
  return schemaFaults(known.adjust(schema, value), value, 'body')
}

/** Reads a form as the object that it represents. A single list value is written as text. */
function formOf(body: string, { properties = {} }: Schema): object {
  const shapes = properties as Readonly<Record<string, Schema>>
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [name, shapes[name]?.type === 'array' ? [value] : value]),
  )
}

function schemaFaults(schema: Schema, value: unknown, place: string): string[] {
  const isValid = validatorOf(schema)
  return isValid(value) ? [] : [`${place}: ${ajv.errorsText(isValid.errors)} in ${JSON.stringify(value)}`]
}

/** Compiled schemas by text: each request gets a corrected schema of its body. */
const validators = new Map<string, ValidateFunction>()

function validatorOf(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema)
  const validator = validators.get(text) ?? ajv.compile(schema)
  validators.set(text, validator)
  return validator
}
