import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildWeb, webFolder } from '#app/web/build-web.ts'
import { oldestBrowsers } from '../../../web/oldest-browsers.ts'

/** Names from MDN that one of the oldest browsers does not support: see write-too-new.ts. */
interface TooNew {
  readonly globals: readonly string[]
  readonly statics: readonly string[]
  readonly methods: readonly string[]
}
const root = join(import.meta.dirname, '../../..')
const tooNew = JSON.parse(await readFile(join(import.meta.dirname, 'too-new.json'), 'utf8')) as TooNew

/** Our own methods, or older ones, with the name of a newer one, and one that libraries guard elsewhere. */
const otherMethods: Readonly<Record<string, string>> = {
  drop: 'the kept copy of a draft; Iterator has one',
  toArray: 'React.Children; Iterator has one',
  escape: 'CSS; RegExp has one',
  use: 'React; DisposableStack has one',
  startViewTransition: 'the router; it and React check or catch, but not next to the call',
}

/** Finds unguarded uses of features that are too new. */
function findTooNew(text: string): string[] {
  const found: string[] = []
  const note = (name: string, uses: RegExp, last: string) => {
    for (const { index } of text.matchAll(uses)) {
      const before = text.slice(Math.max(0, index - 200), index + name.length + 12)
      const asks = new RegExp(`\\.${last}\\s*[!=]=|\\.${last}\\?\\.\\(|[\`'"]${last}[\`'"]\\s*in\\b|typeof ${last}\\b`)
      if (!asks.test(before)) found.push(`${name}: …${text.slice(Math.max(0, index - 40), index + 40)}…`)
    }
  }
  for (const name of tooNew.statics)
    note(name, new RegExp(`(?<![\\w$.])${name.replaceAll('.', '\\.')}\\b`, 'g'), name.split('.').at(-1) ?? '')
  for (const name of tooNew.globals)
    note(name, new RegExp(`(?<![\\w$.])(?:new ${name}\\b|${name}\\.[\\w$]+\\()`, 'g'), name)
  for (const name of tooNew.methods)
    if (!(name in otherMethods)) note(name, new RegExp(`(?<!\\.\\.)\\.${name}\\(`, 'g'), name)
  return found
}

test('the built pages use nothing that the oldest supported browsers lack, unless they check for it first', async () => {
  await buildWeb(() => {})
  const names = (await readdir(join(webFolder, 'assets'))).filter((name) => name.endsWith('.js'))
  const paths = [...names.map((name) => join('assets', name)), 'theme.js', 'old-browser.js', 'sw.js']
  const texts = await Promise.all(paths.map((path) => readFile(join(webFolder, path), 'utf8')))
  assert.ok(names.length > 50, `only ${names.length} scripts were found`)
  assert.deepEqual(texts.flatMap(findTooNew), [])
})

test('features that are too new are reported, and guarded uses are not', () => {
  const broken = 'a=Map.groupBy(b,c);AbortSignal.any([a]);URL.parse(a);new Temporal.Instant(a);b.getOrInsert(1)'
  assert.deepEqual(
    findTooNew(broken).map((one) => one.split(':')[0]),
    ['AbortSignal.any', 'URL.parse', 'Temporal', 'Instant', 'getOrInsert', 'groupBy'],
  )
  const careful =
    'typeof Map.groupBy=="function"?Map.groupBy(b):d;a.startViewTransition?.(b);Object.keys(a);URL.canParse(a);a={...xr(b)}'
  assert.deepEqual(findTooNew(careful), [])
})

test('the README names the oldest browsers that the build supports', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const { chrome, firefox, safari } = oldestBrowsers
  for (const name of [`Safari ${safari}`, `Firefox ${firefox}`, `Chrome ${chrome}`])
    assert.ok(readme.includes(name), name)
})
