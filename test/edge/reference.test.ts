import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { issueCodes } from '#connectors/contract/codes.ts'
import { refusals } from '#kernel/errors.ts'
import { faultCodes } from '#rules/faults/fault-codes.ts'
import { startApp, type TestApp } from '../harness/app.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly source: string }[]
}

interface Document {
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string }[]
  readonly 'x-tagGroups': readonly { readonly tags: readonly string[] }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

let t: TestApp
let document: Document
let operations: readonly Operation[]
before(async () => {
  t = await startApp()
  document = (await t.anyone.get('/openapi.json')).body
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
})
after(() => t[Symbol.asyncDispose]())

test('the introduction covers what every client needs, and its links lead to pages of the installation', async () => {
  const { description } = document.info
  const headings = [...description.matchAll(/^## (.+)$/gm)].map(([, text = '']) => text)
  assert.deepEqual(headings, [
    ...['First call', 'Keys', 'Scopes', 'Errors', 'Pagination', 'Idempotency', 'Conditional requests'],
    ...['Rate limits', 'IDs and times', 'Webhooks', 'Versions'],
  ])
  const links = [...description.matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => href)
  assert.ok(links.length > 10)
  for (const href of links) {
    if (href.startsWith('#'))
      assert.ok(
        headings.some((one) => `#${one.toLowerCase()}` === href),
        href,
      )
    else assert.equal((await t.anyone.get(href)).status, 200, href)
  }
})

test('sections and operations are in the order of use: keys and posts first, administration last', () => {
  const sections = document.tags.map(({ name }) => name)
  assert.deepEqual(
    document['x-tagGroups'].flatMap(({ tags }) => tags),
    sections,
  )
  const order = operations.map(({ tags: [tag = ''] }) => sections.indexOf(tag))
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
  const first = (section: string) => operations.find(({ tags }) => tags[0] === section)?.operationId
  assert.equal(operations[0]?.operationId, 'createApiKey')
  assert.deepEqual(['Profiles', 'Posts', 'Analytics', 'Identity'].map(first), [
    'createProfile',
    'createPost',
    'getAnalyticsOverview',
    'getSignInOptions',
  ])
})

test('each operation has a sample of both clients, and the samples in TypeScript compile in strict mode', async (c) => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-samples-'))
  c.after(() => rm(folder, { recursive: true, force: true }))
  const samples: string[] = []
  for (const { operationId, responses, 'x-codeSamples': both = [] } of operations) {
    const isStream = responses['200']?.content && 'text/event-stream' in responses['200'].content
    const languages = both.map(({ lang }) => lang)
    assert.deepEqual(languages, isStream ? [] : ['TypeScript', 'Python'], operationId)
    if (both[0]) samples.push(`export async function ${operationId}() {\n  ${both[0].source}\n  return result\n}`)
  }
  const head = `import { createClient } from '${join(root, 'sdk/src/index.ts')}'
const client = createClient({ url: '' })
declare const file: File
`
  await writeFile(join(folder, 'samples.ts'), head + samples.join('\n'))
  const flags = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--target', 'esnext', '--module', 'nodenext']
  const { stdout } = await run(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), ...flags, '--lib', 'esnext,dom,dom.iterable', 'samples.ts'],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error)
  assert.equal(stdout, '')
})

test('the page of errors has each code of a response and of a field, and an anchor for each', async () => {
  const { text } = await t.anyone.get('/docs/errors')
  for (const code of [refusals, faultCodes, issueCodes].flatMap((table) => Object.keys(table)))
    assert.ok(text.includes(`<tr id="${code}">`), code)
})
