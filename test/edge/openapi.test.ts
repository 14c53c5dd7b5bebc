import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
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

test('docs/openapi.json is what the running service says', async () => {
  assert.deepEqual(document, JSON.parse(await readFile(join(root, 'docs/openapi.json'), 'utf8')))
})

/** An operation that has no successful answer by design. */
const alwaysRefused = ['deletePostFromPlatform']

test('a client is generated without a warning, and no good answer of any operation is unknown', async (c) => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-openapi-'))
  c.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  const cli = join(root, 'node_modules/openapi-typescript/bin/cli.js')
  const { stdout, stderr } = await run(process.execPath, [cli, 'openapi.json', '-o', 'api.ts'], { cwd: folder })
  assert.doesNotMatch(stdout + stderr, /warn|⚠|error/i)

  // The compiler checks this: an answer of type unknown, any or never makes its line an error.
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
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  const flags = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--module', 'nodenext', '--types', 'node']
  const judged = await run(process.execPath, [tsc, ...flags, 'check.ts'], { cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
  assert.equal(judged, '')
  assert.ok(lines.length > 25)
})

test('each operation lists the statuses that any request may meet, and the headers that it reads', () => {
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

test('each operation is in one section, and each section has a text and operations', () => {
  const named = document.tags.map(({ name }) => name)
  for (const { operationId, tags = [] } of operations())
    assert.ok(tags.length === 1 && named.includes(tags[0] ?? ''), `${operationId}: ${tags}`)
  const used = new Set(operations().flatMap(({ tags = [] }) => tags))
  for (const { name, description } of document.tags) assert.ok(used.has(name) && description, name)
  assert.deepEqual(named.slice(0, 2).concat(named.slice(-1)), ['Posts', 'Queue', 'System'])
})
