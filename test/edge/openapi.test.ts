import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { refusals } from '#kernel/errors.ts'
import { publicEventTypes } from '#modules/event-stream/index.ts'
import { startApp, type TestApp } from '../harness/app.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

interface Document {
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            operationId: string
            tags?: string[]
            responses: Record<string, { content?: object }>
            requestBody?: { content: object }
            parameters?: { name: string }[]
          }
        >
      >
    >
  >
}

let t: TestApp
let document: Document
before(async () => {
  t = await startApp()
  document = (await t.anyone.get('/openapi.json')).body
})
after(() => t[Symbol.asyncDispose]())

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('the served document and docs/openapi.json match the routes of the running service', async () => {
  assert.deepEqual(document, JSON.parse(JSON.stringify(t.app.swagger())))
  assert.deepEqual(document, JSON.parse(await readFile(join(root, 'docs/openapi.json'), 'utf8')))
})

test('each static document is built once, and a client that has it gets 304, in any encoding', async () => {
  for (const path of ['/openapi.json', '/docs/', '/docs/guides', '/docs/guides/style.css', '/docs/errors', '/llms.txt'])
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding }
      const first = await fetch(t.url + path, { headers })
      const etag = first.headers.get('etag') ?? ''
      assert.equal(first.status, 200, path)
      if (path === '/openapi.json') assert.equal(first.headers.get('content-encoding') ?? 'identity', encoding)
      assert.match(etag, /^"/, `${path} in ${encoding} has a tag`)
      await first.arrayBuffer()
      const again = await fetch(t.url + path, { headers: { ...headers, 'if-none-match': etag } })
      assert.deepEqual([again.status, await again.text()], [304, ''], path)
    }
})

/** An operation that never has a success response, by design. */
const alwaysRefused = ['deletePostFromPlatform']

test('a client is generated without warnings, and no successful response has an unknown type', async (c) => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-openapi-'))
  c.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  const cli = join(root, 'gen/compiler/node_modules/openapi-typescript/bin/cli.js')
  const { stdout, stderr } = await run(process.execPath, [cli, 'openapi.json', '-o', 'api.ts'], { cwd: folder })
  assert.doesNotMatch(stdout + stderr, /warn|⚠|error/i)

  // Checked by the compiler: a response of type unknown, any or never makes its line an error.
  const lines = operations()
    .filter(({ operationId }) => !alwaysRefused.includes(operationId))
    .map(({ operationId }) => `good<Success<operations['${operationId}']>>()`)
  await writeFile(
    join(folder, 'check.ts'),
    `import type { operations } from './api.ts'
type Answer<R> = R extends { content: infer C } ? (C extends undefined ? null : C[keyof C]) : null
type Success<O> = O extends { responses: infer R } ? Answer<R[keyof R & (200 | 201 | 202 | 204)]> : never
type Known<T> = [T] extends [never] ? false : unknown extends T ? false : true
declare function good<T>(...wrong: Known<T> extends true ? [] : ['this answer is not known']): void
${lines.join('\n')}
`,
  )
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const flags = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--module', 'nodenext', '--types', 'node']
  const judged = await run(process.execPath, [tsc, ...flags, 'check.ts'], { cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
  assert.equal(judged, '')
  assert.ok(lines.length > 25)
})

test('each operation lists the statuses that any request may get, and the headers that it reads', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { operationId, responses, requestBody, parameters = [] }] of Object.entries(methods)) {
      const wanted = [400, 401, 406, 408, 429, 431, 500, 503]
      if (method !== 'get') wanted.push(413)
      const takesAny = requestBody !== undefined && '*/*' in requestBody.content
      if (method !== 'get' && !takesAny) wanted.push(415)
      if (path.includes('{')) wanted.push(414)
      for (const status of wanted) assert.ok(responses[status], `${operationId} ${status}`)
      const reads = new Set(parameters.map(({ name }) => name))
      assert.equal(reads.has('idempotency-key'), '422' in responses, operationId)
      assert.equal(reads.has('if-match'), '412' in responses, operationId)
    }
  }
})

test('each operation is in one section, and each section has a description and operations', () => {
  const named = document.tags.map(({ name }) => name)
  for (const { operationId, tags = [] } of operations())
    assert.ok(tags.length === 1 && named.includes(tags[0] ?? ''), `${operationId}: ${tags}`)
  const used = new Set(operations().flatMap(({ tags = [] }) => tags))
  for (const { name, description } of document.tags) assert.ok(used.has(name) && description, name)
  assert.deepEqual(named.slice(0, 2).concat(named.slice(-1)), ['API keys', 'Profiles', 'System'])
})

interface Media {
  readonly schema: object
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>
}

test('each JSON body of a request or response has an example that its schema accepts', () => {
  const { components } = document as unknown as {
    components: { examples: Record<string, { value: unknown }>; schemas: object; responses: Record<string, Body> }
  }
  type Body = { readonly content?: Readonly<Record<string, Media>> }
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', components })
  const faults: string[] = []
  const check = (place: string, { content = {} }: Body) => {
    for (const [type, { schema, examples = {} }] of Object.entries(content)) {
      if (!/[/+]json$/.test(type)) continue
      if (Object.keys(examples).length === 0) faults.push(`${place} has no example`)
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object)
      for (const { $ref, value } of Object.values(examples)) {
        const example = $ref ? components.examples[$ref.split('/').at(-1) ?? '']?.value : value
        if (!validate(example)) faults.push(`${place}: ${ajv.errorsText(validate.errors)}`)
      }
    }
  }
  for (const { operationId, requestBody, responses } of operations()) {
    check(`${operationId} request`, (requestBody ?? {}) as Body)
    for (const [status, answer] of Object.entries(responses))
      if (/^2/.test(status)) check(`${operationId} ${status}`, answer as Body)
  }
  for (const [code, answer] of Object.entries(components.responses)) check(code, answer)
  assert.deepEqual(faults, [])
})

test('responses may gain fields: no response schema is closed or omits fields with defaults', () => {
  const { schemas } = (document as unknown as { components: { schemas: Record<string, object> } }).components
  const reached = new Set<string>()
  const faults: string[] = []
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref, additionalProperties, properties, required, ...rest } = value as Record<string, unknown>
    const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''
    if (name && !reached.has(name)) {
      reached.add(name)
      walk(schemas[name], name)
    }
    if (additionalProperties === false) faults.push(place)
    for (const [field, part] of Object.entries((properties ?? {}) as Record<string, object>)) {
      if ('default' in part && !(required as string[] | undefined)?.includes(field)) faults.push(`${place}.${field}`)
      walk(part, `${place}.${field}`)
    }
    for (const part of Object.values({ ...rest, additionalProperties })) walk(part, place)
  }
  for (const { operationId, responses } of operations())
    for (const [status, { content = {} }] of Object.entries(responses))
      for (const media of Object.values(content)) walk((media as Media).schema, `${operationId} ${status}`)
  assert.ok(reached.has('Event') && reached.has('Post'))
  assert.deepEqual(faults, [])
})

test('each problem code is in the catalog, and each event is typed by its name', () => {
  const { schemas } = (document as unknown as { components: { schemas: Record<string, Record<string, unknown>> } })
    .components
  const { properties } = schemas.Problem as { properties: { code: { anyOf: { enum?: string[] }[] } } }
  assert.deepEqual(properties.code.anyOf[0]?.enum, Object.keys(refusals))
  const { webhooks } = document as unknown as { webhooks: Record<string, object> }
  assert.deepEqual(Object.keys(webhooks).sort(), [...publicEventTypes].sort())
  const { oneOf } = schemas.Event as { oneOf: object[] }
  assert.equal(oneOf.length, publicEventTypes.length)
})
