import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { guides } from '#infra/http/docs/guides.ts'
import { startApp, type TestApp } from '../harness/app.ts'

let t: TestApp
before(async () => {
  t = await startApp()
})
after(() => t[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) => t.anyone.get(path, { headers })

test('every Markdown file in docs/ is served as a guide, except the errors and those for contributors', () => {
  const root = join(import.meta.dirname, '../..')
  const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter(
      (path) =>
        path.endsWith('.md') && !/^docs\/(?:decisions\/|samples\/|errors\.md|engine\.md|releasing\.md)/.test(path),
    )
  const served = guides.map(({ file }) => file)
  assert.deepEqual(
    files.filter((file) => !served.includes(file)),
    [],
  )
})

test('every link in every guide leads to an existing page and anchor, and nothing is loaded from elsewhere', async () => {
  const pages = new Map<string, string>()
  const open = ['/', '/docs/guides', '/docs/errors']
  const faults: string[] = []
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const answer = await get(path)
    if (answer.status !== 200) faults.push(`${path} answers ${answer.status}`)
    pages.set(path, answer.text)
    for (const [, url = ''] of answer.text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const { pathname, origin } = new URL(url, `${t.url}${path}`)
      if (origin === t.url && !pages.has(pathname) && !open.includes(pathname)) open.push(pathname)
    }
  }
  for (const [path, text] of pages) {
    if (!text.startsWith('<!doctype html>') || path === '/docs/') continue
    for (const [, url = ''] of text.matchAll(/href="([^"]+)"/g)) {
      const { pathname, origin, hash } = new URL(url, `${t.url}${path}`)
      if (origin === t.url && hash && !pages.get(pathname)?.includes(`id="${decodeURIComponent(hash.slice(1))}"`))
        faults.push(`${path} links to ${pathname}${hash}`)
    }
    for (const [, url = ''] of text.matchAll(/<(?:img|script|link)[^>]+(?:src|href)="([^"]+)"/g))
      if (!url.startsWith('/docs/')) faults.push(`${path} loads ${url}`)
  }
  assert.deepEqual(faults, [])
  assert.ok(pages.size > guides.length)
})

test('guides are also available as Markdown, which llms.txt lists', async () => {
  const list = await get('/llms.txt')
  assert.equal(list.status, 200)
  for (const { slug, title } of guides) {
    assert.ok(list.text.includes(`[${title}](/docs/guides/${slug}.md)`), slug)
    const markdown = await get(`/docs/guides/${slug}.md`)
    assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8')
    assert.match(markdown.text, /^# /m)
  }
})

test('404: a guide that is not in the list, a path out of the folder, and a missing image', async () => {
  const paths = ['nothing', '..%2fREADME.md', 'images/..%2f..%2fpackage.json', 'images/nothing.png', 'posting.txt']
  for (const path of paths) {
    const answer = await get(`/docs/guides/${path}`)
    assert.deepEqual([answer.status, answer.body.code], [404, 'route_not_found'], path)
  }
})

test('pages and the script of the reference are compressed, and a browser with a cached copy gets 304', async () => {
  const script = /src="(reference\.js\?v=[^"]+)"/.exec((await get('/docs/')).text)?.[1]
  assert.ok(script)
  for (const path of [`/docs/${script}`, '/docs/guides/posting', '/docs/errors']) {
    const [plain, small] = [await get(path), await get(path, { 'accept-encoding': 'gzip, br' })]
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(small.headers['content-encoding'], 'br', path)
    assert.ok(small.bytes.length < plain.bytes.length / 2, `${path}: ${small.bytes.length} of ${plain.bytes.length}`)
    assert.equal((await get(path, { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding'], 'gzip')
    const again = await get(path, { 'accept-encoding': 'gzip, br', 'if-none-match': String(small.headers.etag) })
    assert.deepEqual([again.status, again.bytes.length], [304, 0], path)
  }
  assert.match(String((await get(`/docs/${script}`)).headers['cache-control']), /immutable/)
  assert.equal((await get('/docs/reference.js')).headers['cache-control'], 'no-cache')
})

test('the root URL of an installation is a page that describes it and links to everything', async () => {
  const { status, text, headers } = await get('/', { accept: 'text/html' })
  assert.equal(status, 200)
  assert.match(headers['content-type'] ?? '', /^text\/html/)
  for (const link of ['/docs/', '/docs/guides', '/docs/guides/tour']) assert.ok(text.includes(`href="${link}"`), link)
  assert.doesNotMatch(text, /Sandbox/)
  await using beside = await startApp({ beside: t, settings: { SANDBOX: 'on', SIGN_UP: 'invite' } })
  const other = await beside.anyone.get('/')
  assert.match(other.text, /href="http:[^"]+">Sandbox/)
  assert.match(other.text, /New accounts need an invitation/)
})
