import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { findFreePort } from '#test/servers/free-port.ts'
import { createServer, portOf } from '../server.ts'

const publicFolder = join(import.meta.dirname, '../../../web/public')
let t: TestApp
let app: Awaited<ReturnType<typeof createServer>>
let folder: string
let url: string
const built = Promise.withResolvers<void>()

before(async () => {
  t = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'posthorn-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><head><title>Posthorn</title></head>')
  await writeFile(join(folder, 'assets', 'index-abc.js'), `export const words = '${'x'.repeat(5_000)}'`)
  await writeFile(join(folder, 'inter.woff2'), 'a font')
  await cp(publicFolder, folder, { recursive: true })
  app = await createServer(
    { ...t.deps, config: { ...t.deps.config, web: true } },
    {
      folder,
      ready: built.promise,
      publicUrl: 'http://posthorn.test',
      sandboxUrl: null,
    },
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${portOf(app)}`
})
after(async () => {
  await app.close()
  await t[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test('200: a page requested while the web app is being built waits for it', async () => {
  const requested = fetch(`${url}/`)
  built.resolve()
  const page = await requested
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<title>Posthorn/)
})

test('200: every page URL returns the document, with a policy that allows no foreign content', async () => {
  for (const path of ['/', '/auth/sign-in', '/open/settings/account', '/p/prof_1/posts/post_1?tab=draft']) {
    const page = await fetch(url + path)
    assert.equal(page.status, 200, path)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(page.headers.get('cache-control'), 'no-cache')
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
    assert.doesNotMatch(policy, /https?:|\*/)
    const again = await fetch(url + path, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
    assert.equal(again.status, 304)
  }
})

test('200: a file with a hash in its name is compressed, and cached by browsers indefinitely', async () => {
  const file = await fetch(`${url}/assets/index-abc.js`, { headers: { 'accept-encoding': 'br' } })
  assert.deepEqual(
    [file.status, file.headers.get('content-encoding'), file.headers.get('cache-control')],
    [200, 'br', 'public, max-age=31536000, immutable'],
  )
})

test('200: each file of `web/public` is served', async () => {
  const names = await readdir(publicFolder)
  assert.ok(names.length > 5)
  for (const name of names) assert.equal((await fetch(`${url}/${name}`)).status, 200, name)
})

test('404: a browser gets an HTML page for an unknown URL', async () => {
  for (const path of ['/nothing', '/nothing/at/all?a=b', '/docs/guides/nothing', '/assets/gone.js']) {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const page = await fetch(url + path, { headers: { accept, 'if-none-match': '*' } })
    assert.equal(page.status, 404, path)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/, path)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.match(await page.text(), /<title>Posthorn/)
  }
})

test('404: an unknown URL returns a problem document to programs, and to all clients under /v1', async () => {
  const requested = [
    ['/assets/gone.js', '*/*'],
    ['/nothing', '*/*'],
    ['/nothing', 'application/json'],
    ['/v1/nothing', 'text/html'],
  ] as const
  for (const [path, accept] of requested) {
    const answer = await fetch(url + path, { headers: { accept } })
    assert.equal(answer.status, 404, path)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/, path)
  }
  const posted = await fetch(`${url}/nothing`, { method: 'POST', headers: { accept: 'text/html' } })
  assert.equal(posted.status, 404)
  assert.match(posted.headers.get('content-type') ?? '', /^application\/problem\+json/)
})

test('200: a page for share link visitors has the web app’s font', async () => {
  const page = await fetch(`${url}/v1/share/p/unknown`, { headers: { accept: 'text/html' } })
  assert.match(page.headers.get('content-security-policy') ?? '', /font-src 'self'/)
  const [, path = ''] = /@font-face\{[^}]*url\(([^)]+)\)/.exec(await page.text()) ?? []
  const font = await fetch(url + path)
  assert.deepEqual([font.status, font.headers.get('content-type')], [200, 'font/woff2'])
})

test('a file outside the folder is not served', async () => {
  const answer = await fetch(`${url}/assets/..%2Findex.html`)
  assert.ok([400, 404].includes(answer.status), String(answer.status))
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
})

test('302: a page requested under another name of this machine redirects to the name in the networks’ redirect URLs', async () => {
  const port = await findFreePort()
  const same = await createServer(t.deps, {
    folder,
    ready: built.promise,
    publicUrl: `http://127.0.0.1:${port}`,
    sandboxUrl: 'http://127.0.0.1:4010',
  })
  await same.listen({ host: '127.0.0.1', port })
  const answer = await fetch(`http://localhost:${port}/p/prof_1?a=b`, { redirect: 'manual' })
  await same.close()
  assert.equal(answer.status, 302)
  assert.equal(answer.headers.get('location'), `http://127.0.0.1:${port}/p/prof_1?a=b`)
})
