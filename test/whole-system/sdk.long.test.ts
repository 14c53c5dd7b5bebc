import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { days } from '#kernel/clock.ts'
import { exampleBody } from '#modules/event-stream/event-bodies.ts'
import { newSecret, signedHeaders } from '#modules/webhooks/index.ts'
import { createClient, PosthornError } from '../../sdk/src/index.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { connectBoth, inTime } from '../world/posts.ts'
import { blocksOf, callsSource, type DescribedApi } from './sdk-examples.ts'

/** Tests the SDK against the real application: from its sources, and as the compiled package that a user gets. */
const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')

let t: TestApp
/** A user's project folder with the package installed. */
let folder: string
before(async () => {
  t = await startApp({ sandbox: true })
  folder = await mkdtemp(join(tmpdir(), 'posthorn-sdk-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await rm(join(root, 'sdk/dist'), { recursive: true, force: true })
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(root, 'sdk') })
  const [file] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as { readonly filename: string }[]
  const quiet = ['--offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...quiet, `./${file?.filename}`], { cwd: folder })
  await cp(join(folder, 'node_modules/@posthorn/sdk/examples'), join(folder, 'examples'), { recursive: true })
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const clientOf = async (name: string) => createClient({ url: t.url, token: (await t.as(name)).token })

test('the example publishes a post with the packed package, and reuses its profile the next time', async () => {
  const ada = await t.as('ada')
  const env = { ...process.env, POSTHORN_URL: t.url, POSTHORN_TOKEN: ada.token }
  const example = () => run(process.execPath, ['examples/first-post.ts'], { cwd: folder, env })
  const outputs = [(await example()).stdout, (await example()).stdout]
  for (const output of outputs) assert.match(output, /^post_\w+ queued\n$/)
  assert.equal((await ada.get('/v1/profiles')).body.length, 1)
})

test('the example reports an error in one line', async () => {
  const env = { ...process.env, POSTHORN_URL: t.url, POSTHORN_TOKEN: 'ph_wrong' }
  const failed = await run(process.execPath, ['examples/first-post.ts'], { cwd: folder, env }).then(
    () => assert.fail('it should have failed'),
    (error: { code: number; stderr: string }) => error,
  )
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /^unauthenticated: .+\n$/)
})

test('in strict mode, the example, the README and a call to each operation compile, and calls that the API would reject do not', async () => {
  await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  await writeFile(join(folder, 'calls.ts'), callsSource(t.app.swagger() as unknown as DescribedApi))
  await writeFile(join(folder, 'setup.ts'), setup)
  const blocks = blocksOf(await readFile(join(root, 'sdk/README.md'), 'utf8'))
  assert.ok(blocks.length >= 5)
  const pages = blocks.map((text, number) => [`block-${number}.ts`, text] as const)
  for (const [name, text] of pages) await writeFile(join(folder, name), text)
  await writeFile(
    join(folder, 'wrong.ts'),
    `import { createClient } from '@posthorn/sdk'
const client = createClient({ url: '' })
await client.createProfile({ nam: 'x' })
await client.getProfile({})
const { key } = await client.createApiKey({ name: 'x', scopes: ['profiles:reed'] })
for await (const entry of client.each.listMyAuditLog()) entry.nothing.toString()
const members: number = await client.listProfiles()
await client.createPost({ content: 'x' })
await client.createPost({ profileId: 'x', settings: { bluesky: { replies: 'friends' } } })
await client.createPost({ profileId: 'x', platforms: [{ platform: 'bluesky', settings: { privacyLevel: 'x' } }] })
await client.listPosts({ view: 'summary' })
`,
  )
  const flags = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--types', 'node']
  const all = ['examples/first-post.ts', 'calls.ts', ...pages.map(([name]) => name), 'wrong.ts']
  const loose = ['--allowImportingTsExtensions']
  const { stdout } = await run(process.execPath, [tsc, ...flags, ...loose, ...all], { cwd: folder }).then(
    () => assert.fail('it should have been refused'),
    (error: { stdout: string }) => error,
  )
  const faults = [...stdout.matchAll(/^(\S+)\((\d+),/gm)].map(([, file, line]) => `${file}:${line}`)
  assert.deepEqual(
    faults,
    [3, 4, 5, 6, 7, 8, 9, 10, 11].map((line) => `wrong.ts:${line}`),
    stdout,
  )
})

test('the README runs as printed with the packed package: posts, files, errors, pages and webhooks', async () => {
  const { person } = await connectBoth(t)
  await cp(join(root, 'test/fixtures/media/plain.mp4'), join(folder, 'harbour.mp4'))
  const page = await readFile(join(folder, 'node_modules/@posthorn/sdk/README.md'), 'utf8')
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
  assert.ok(blocks.length >= 5)
  const secret = newSecret()
  const readme = blocks
    .join('\n')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll('https://posthorn.example.com', t.url)
    .replace("'ph_…'", `'${person.token}'`)
    .replace('2026-11-22T09:00:00Z', inTime(t, days(1)))
    .replace('whsec_…', secret)
  const [body, at] = [exampleBody('post.published'), new Date()]
  const { id } = JSON.parse(body) as { readonly id: string }
  const headers = signedHeaders({ id, type: 'post.published', body, at, secrets: { current: secret, previous: [] } })
  const deliver = `const deliver = (body) => receive(new Request('http://x', { method: 'POST', body, headers: ${JSON.stringify(headers)} }))
const body = ${JSON.stringify(body)}
console.log((await deliver(body)).status, (await deliver(body + ' ')).status, storagePath.length > 10)`
  await writeFile(join(folder, 'readme.ts'), [readmeImports, readme, deliver].join('\n'))
  const { stdout } = await run(process.execPath, ['readme.ts'], { cwd: folder })
  assert.match(stdout, /^scheduled\n/)
  assert.match(stdout, /\nprofile\.\w+\n/)
  assert.match(stdout, /\n204 401 true\n$/)
})

const readmeImports = `import { openAsBlob } from 'node:fs'
import { createClient, PosthornError, verifyWebhook } from '@posthorn/sdk'
`

const setup = `import { createClient } from '@posthorn/sdk'
const { POSTHORN_URL = '', POSTHORN_TOKEN = '' } = process.env
export const client = createClient({ url: POSTHORN_URL, token: POSTHORN_TOKEN })
export const profile = { id: 'prof_01kajv4z00e008000000000001' }
// A response may have a value of a later version; a request may not.
if ((await client.getPost({ id: 'x' })).status === 'archived') console.log('archived')
`

test('each operation’s request example passes the running service’s validation', async () => {
  await writeFile(join(folder, 'run.ts'), runner)
  const env = { ...process.env, POSTHORN_URL: t.url, POSTHORN_TOKEN: (await t.as('pablo')).token }
  const { stdout } = await run(process.execPath, ['run.ts'], { cwd: folder, env })
  const lines = stdout.trim().split('\n')
  assert.ok(lines.length > 100)
  // Its example has a return URL, which each installation must allow.
  const ownAddress = 'createOauthUrl: 400 validation_failed must be exactly'
  const isFine = (line: string) => /: (?:good|4\d\d (?!validation_failed)\w+)/.test(line)
  assert.deepEqual(
    lines.filter((line) => !isFine(line) && !line.startsWith(ownAddress)),
    [],
  )
})

/** Prints the outcome of each call. Operations that end the credential run last. */
const runner = `import { calls } from './calls.ts'
const last = ['refreshBrowserSession', 'closeBrowserSession', 'signOut', 'deleteMe']
const names = Object.keys(calls).filter((name) => !last.includes(name))
for (const name of [...names, ...last]) {
  const outcome = await calls[name]().then(() => 'good', ({ status, code, message }) => [status, code, message].join(' '))
  console.log(name + ': ' + outcome)
}
`

test('no file in the package uses Node, so the package runs in browsers', async () => {
  const files = await Array.fromAsync(glob('node_modules/@posthorn/sdk/dist/**/*.js', { cwd: folder }))
  assert.ok(files.length >= 6)
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    assert.doesNotMatch(text, /from '(?!\.)|\b(?:process|Buffer|require|__dirname)\b[.(]/, file)
  }
})

test('each of the running service’s operations has a method, except endless streams', () => {
  const document = t.app.swagger() as unknown as DescribedApi
  const wanted = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ responses }) => !responses['200']?.content?.['text/event-stream'])
    .map(({ operationId }) => operationId)
  const { each: _each, ...methods } = createClient({ url: t.url })
  assert.deepEqual(Object.keys(methods).sort(), wanted.sort())
})

test('pagination returns each item once, in the order of the list', async () => {
  const client = await clientOf('paula')
  for (let number = 0; number < 7; number += 1) await client.createProfile({ name: `profile ${number}` })
  const whole = (await client.listMyAuditLog({ limit: 200 })).entries.map(({ id }) => id)
  assert.ok(whole.length >= 7)
  const walked: string[] = []
  for await (const { id } of client.each.listMyAuditLog({ limit: 2 })) walked.push(id)
  assert.deepEqual(walked, whole)
})

test('a response without a body is undefined, and an error has its code and request ID', async () => {
  const client = await clientOf('paul')
  const { id } = await client.createProfile({ name: 'short-lived' })
  assert.equal(await client.deleteProfile({ id }), undefined)
  const error = await client.getProfile({ id }).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof PosthornError)
  assert.equal(error.code, 'profile_not_found')
  assert.equal(error.status, 404)
  assert.ok(error.requestId)
})

test('a repeat with the same key returns the same object, not a second one', async () => {
  const client = await clientOf('pia')
  const options = { idempotencyKey: 'import-17' }
  const [first, second] = [
    await client.createProfile({ name: 'once' }, options),
    await client.createProfile({ name: 'once' }, options),
  ]
  assert.equal(first.id, second.id)
  assert.equal((await client.listProfiles()).length, 1)
})

test('a file is uploaded and downloaded from its URL', async () => {
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

test('412: a change to an object that someone else has since changed is refused', async () => {
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
