export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly description?: string
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface Described {
  readonly operationId: string
  readonly summary?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

export interface ApiDocument {
  readonly webhooks?: unknown
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

/** Leaves out event streams, whose response never ends, and webhooks, which a client does not call. */
export function callsOf(document: ApiDocument): ApiDocument {
  const ends = ({ responses }: Described) => responses['200']?.content?.['text/event-stream'] === undefined
  const paths = Object.entries(document.paths).filter(([, methods]) => Object.values(methods).every(ends))
  return { ...document, paths: Object.fromEntries(paths), webhooks: undefined }
}

/** Collects what clients need to know about each operation, ordered by name. */
export function readOperations(document: ApiDocument): Operation[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) =>
        readOperation(document, method.toUpperCase(), path, described),
      ),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

export type Operation = ReturnType<typeof readOperation>

function readOperation(document: ApiDocument, method: string, path: string, described: Described) {
  const { operationId: id, parameters = [] } = described
  const namesIn = (place: string) => parameters.filter((one) => one.in === place).map((one) => one.name)
  const body = bodyOf(document, described)
  const shapes = body?.schema ? shapesOf(document, body.schema) : []
  if (shapes.some((shape) => shape.type !== 'object'))
    throw new Error(`${id}: clients only support a body that is an object; extend gen/clients and the clients.`)
  const query = namesIn('query')
  const names = [
    ...namesIn('path'),
    ...query,
    ...new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties))),
    ...(body?.kind === 'bytes' ? ['body'] : []),
  ]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new Error(`${id}: ${twice} is in two of path, query and body; the SDK accepts all of them in one object.`)
  return {
    id,
    method,
    path,
    summary: (described.summary ?? id).replace(/[^.?!]$/, '$&.'),
    described,
    takes: names.length > 0,
    demands:
      parameters.some((one) => one.required && one.in !== 'header') ||
      shapes.some(({ required = [] }) => required.length > 0) ||
      body?.kind === 'bytes',
    items: itemsOf(document, described),
    facts: {
      method,
      path,
      ...(query.length > 0 ? { query } : {}),
      ...(body ? { body: body.kind } : {}),
      ...(isFile(described) ? { answer: 'bytes' as const } : {}),
      ...(namesIn('header').some((name) => name.toLowerCase() === 'idempotency-key') ? { repeatable: true } : {}),
    },
  }
}

const anyType = '*/*'

/** True for an operation that returns a file. Its schema has a format; text that is read as a whole has none. */
const isFile = ({ responses }: Described): boolean =>
  Object.values(responses['200']?.content ?? {}).some(({ schema }) => schema.format === 'binary')

/** Returns the kind of a body on the wire, and its schema unless the body is bytes. */
function bodyOf(document: ApiDocument, { operationId, requestBody }: Described) {
  if (!requestBody) return null
  const of = (type: string) => requestBody.content[type]?.schema
  const [json, form] = [of('application/json'), of('multipart/form-data')]
  if (json) return { kind: 'json', schema: resolve(document, json) } as const
  if (form) return { kind: 'form', schema: resolve(document, form) } as const
  if (of(anyType)) return { kind: 'bytes', schema: null } as const
  throw new Error(`${operationId}: clients do not support a body of ${Object.keys(requestBody.content)}.`)
}

/** Returns the name of a page's only array in addition to `nextCursor`; null if the response is not a page. */
function itemsOf(document: ApiDocument, described: Described): string | null {
  if (!described.parameters?.some(({ name }) => name === 'cursor')) return null
  const answer = described.responses['200']?.content?.['application/json']?.schema
  const { properties = {} } = answer ? resolve(document, answer) : {}
  if (!properties.nextCursor) return null
  const arrays = Object.keys(properties).filter((name) => resolve(document, properties[name] ?? {}).type === 'array')
  if (arrays.length !== 1) throw new Error(`${described.operationId}: a page has one array in addition to nextCursor.`)
  return arrays[0] ?? null
}

const shapesOf = (document: ApiDocument, schema: Schema): Schema[] =>
  [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) =>
    one !== schema ? shapesOf(document, resolve(document, one)) : one.anyOf || one.oneOf ? [] : [one],
  )

export function resolve(document: ApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const found = document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`${schema.$ref} has no target`)
  return resolve(document, found)
}
