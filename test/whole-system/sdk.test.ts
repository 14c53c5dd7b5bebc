import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient, PosthornError } from '../../sdk/src/index.ts'
import { startApp, type TestApp } from '../harness/app.ts'

/** The SDK against the real application: from its sources, and as the compiled package that a user gets. */
const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const tsc = join(root, 'node_modules/typescript-native/bin/tsc')

let t: TestApp
/** A user's project folder with the package installed. */
let folder: string
before(async () => {
  t = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'posthorn-sdk-'))
  const installed = join(folder, 'node_modules/@posthorn/sdk')
  await mkdir(installed, { recursive: true })
  await run(process.execPath, [tsc, '-p', join(root, 'sdk'), '--outDir', join(installed, 'dist')])
  await cp(join(root, 'sdk/package.json'), join(installed, 'package.json'))
  await cp(join(root, 'sdk/examples'), join(folder, 'examples'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const clientOf = async (name: string) => createClient({ url: t.url, token: (await t.as(name)).token })

test('the example makes a profile with the compiled package, and finds it the second time', async () => {
  const ada = await t.as('ada')
  const env = { ...process.env, POSTHORN_URL: t.url, POSTHORN_TOKEN: ada.token }
  const first = await run(process.execPath, ['examples/first-profile.ts'], { cwd: folder, env })
  const second = await run(process.execPath, ['examples/first-profile.ts'], { cwd: folder, env })
  const { body } = await ada.get('/v1/profiles')
  assert.equal(body.length, 1)
  assert.equal(first.stdout, `${body[0].id} Harbour Coffee Europe/Berlin\n`)
  assert.equal(second.stdout, first.stdout)
})

test('the example says in one line what is wrong', async () => {
  const env = { ...process.env, POSTHORN_URL: t.url, POSTHORN_TOKEN: 'ph_wrong' }
  const failed = await run(process.execPath, ['examples/first-profile.ts'], { cwd: folder, env }).then(
    () => assert.fail('it should have failed'),
    (error: { code: number; stderr: string }) => error,
  )
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /^unauthenticated: .+\n$/)
})

test('a user’s compiler takes the example with the types of the package, and refuses what the API would', async () => {
  await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  await writeFile(
    join(folder, 'wrong.ts'),
    `import { createClient } from '@posthorn/sdk'
const client = createClient({ url: '' })
await client.createProfile({ nam: 'x' })
await client.getProfile({})
const { key } = await client.createApiKey({ name: 'x', scopes: ['profiles:reed'] })
for await (const entry of client.each.listMyAuditLog()) entry.nothing.toString()
const members: number = await client.listProfiles()
`,
  )
  const flags = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--types', 'node']
  const both = ['examples/first-profile.ts', 'wrong.ts']
  const { stdout } = await run(process.execPath, [tsc, ...flags, ...both], { cwd: folder }).then(
    () => assert.fail('it should have been refused'),
    (error: { stdout: string }) => error,
  )
  const faults = [...stdout.matchAll(/^(\S+)\((\d+),/gm)].map(([, file, line]) => `${file}:${line}`)
  assert.deepEqual(
    faults,
    [3, 4, 5, 6, 7].map((line) => `wrong.ts:${line}`),
    stdout,
  )
})

test('no file of the package names anything of Node, so that it runs in browsers', async () => {
  const files = await Array.fromAsync(glob('node_modules/@posthorn/sdk/dist/**/*.js', { cwd: folder }))
  assert.ok(files.length >= 6)
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    assert.doesNotMatch(text, /from '(?!\.)|\b(?:process|Buffer|require|__dirname)\b[.(]/, file)
  }
})

interface Described {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

test('there is a method for each operation of the running service whose answer has an end', () => {
  const document = t.app.swagger() as unknown as { paths: Record<string, Record<string, Described>> }
  const wanted = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ responses }) => !responses['200']?.content?.['text/event-stream'])
    .map(({ operationId }) => operationId)
  const { each: _each, ...methods } = createClient({ url: t.url })
  assert.deepEqual(Object.keys(methods).sort(), wanted.sort())
})

test('pages are walked to their end, each thing once and in the order of the list', async () => {
  const client = await clientOf('paula')
  for (let number = 0; number < 7; number += 1) await client.createProfile({ name: `profile ${number}` })
  const whole = (await client.listMyAuditLog({ limit: 200 })).entries.map(({ id }) => id)
  assert.ok(whole.length >= 7)
  const walked: string[] = []
  for await (const { id } of client.each.listMyAuditLog({ limit: 2 })) walked.push(id)
  assert.deepEqual(walked, whole)
})

test('an answer without a body is undefined, and a refusal has its code and the request’s id', async () => {
  const client = await clientOf('paul')
  const { id } = await client.createProfile({ name: 'short-lived' })
  assert.equal(await client.deleteProfile({ id }), undefined)
  const error = await client.getProfile({ id }).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof PosthornError)
  assert.equal(error.code, 'profile_not_found')
  assert.equal(error.status, 404)
  assert.ok(error.requestId)
})

test('a repeat with the same key is the same thing, not a second one', async () => {
  const client = await clientOf('pia')
  const options = { idempotencyKey: 'import-17' }
  const [first, second] = [
    await client.createProfile({ name: 'once' }, options),
    await client.createProfile({ name: 'once' }, options),
  ]
  assert.equal(first.id, second.id)
  assert.equal((await client.listProfiles()).length, 1)
})

test('a file is uploaded, and read back by its address', async () => {
  const client = await clientOf('petra')
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const file = new File([bytes], 'pixel.png', { type: 'image/png' })
  const { url, contentType, width } = await client.uploadMedia({ file, altText: 'A pixel' })
  assert.deepEqual([contentType, width], ['image/png', 1])
  const answer = await client.getMediaFile({ token: new URL(url).pathname.split('/').at(-1) ?? '' })
  assert.equal(answer.headers.get('content-type'), 'image/png')
  assert.ok((await answer.arrayBuffer()).byteLength > 50)
  await assert.rejects(client.uploadMedia({ file: new File(['text'], 'a.png') }), { code: 'media_type_not_allowed' })
})

test('412: a change of what somebody else has changed meanwhile', async () => {
  const client = await clientOf('pavel')
  const { id } = await client.createProfile({ name: 'first' })
  let etag = ''
  await client.getProfile(
    { id },
    {
      onAnswer: ({ headers }) => {
        etag = headers.get('etag') ?? ''
      },
    },
  )
  await client.updateProfile({ id, name: 'second' }, { ifMatch: etag })
  await assert.rejects(client.updateProfile({ id, name: 'third' }, { ifMatch: etag }), { code: 'precondition_failed' })
})
