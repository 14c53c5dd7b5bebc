import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { guides } from '#infra/http/docs/guides.ts'
import { pageOf } from '#infra/http/docs/page.ts'
import { paintCode } from '#infra/http/docs/paint-code.ts'
import { referenceStyle } from '#infra/http/docs/reference-style.ts'
import { tokensCss } from '#rules/face/tokens.ts'
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

test('guides are also available as Markdown and listed in llms.txt', async () => {
  const list = await get('/llms.txt')
  assert.equal(list.status, 200)
  for (const { slug, title } of guides) {
    assert.ok(list.text.includes(`[${title}](/docs/guides/${slug}.md)`), slug)
    const markdown = await get(`/docs/guides/${slug}.md`)
    assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8')
    assert.match(markdown.text, /^# /m)
  }
})

test('404: a guide that is not in the list, a path outside the folder, and a missing image are not found', async () => {
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
  assert.match(other.text, /You need an invitation to sign up/)
})

test('pages use the tokens of the product, and load the font only where the web app serves it', async () => {
  const style = await get('/docs/guides/style.css')
  assert.ok(style.text.includes(tokensCss))
  assert.doesNotMatch(style.text.replace(tokensCss, ''), /#[0-9a-f]{3,8}\b/i, 'a color that is not a token')
  assert.doesNotMatch(style.text, /@font-face/)
  const reference = (await get('/docs/')).text
  for (const page of [reference, (await get('/docs/guides/posting')).text]) {
    assert.match(page, /<header class="bar">/)
    assert.doesNotMatch(page, /Open Posthorn/)
  }
  assert.match(pageOf({ hasWeb: true }, { title: 'A', place: null, nav: null, body: '' }), /href="\/">Open Posthorn/)
  assert.match(referenceStyle({ hasWeb: true }), /@font-face[^}]+\/inter\.woff2/)
})

test('code in a guide is escaped, and its strings and comments are marked', () => {
  assert.equal(
    paintCode('send("a <b>") // it\u2019s "sent"', 'ts'),
    'send(<span class="s">&quot;a &lt;b&gt;&quot;</span>) <span class="c">// it\u2019s &quot;sent&quot;</span>',
  )
  assert.equal(paintCode("don't <i>", ''), 'don&#39;t &lt;i&gt;')
})
