import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { pages } from '../web/pages.ts'

const folder = join(import.meta.dirname, '../../web/src/app/routes')

/** Pages that show nothing without metrics. Other tests open them with data. */
const openedElsewhere: ReadonlySet<string> = new Set([
  '/analytics/accounts',
  '/analytics/outliers',
  '/analytics/labels',
])

/** Lists the pages of a profile by the suffix of their URL, without those whose URL names an object. */
function listPages(): string[] {
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const declared = /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']*)'/g
  const found: string[] = []
  for (const source of sources) {
    const suffixes = new Map([['profile', '']])
    for (const [, name = '', parent = '', path = ''] of source.matchAll(declared)) {
      const above = suffixes.get(parent)
      if (above === undefined || name === 'profile') continue
      const suffix = path === '/' ? above : `${above}/${path}`
      suffixes.set(name, suffix)
      if (!suffix.includes('$')) found.push(suffix)
    }
  }
  return [...new Set(found)]
}

test('every page of a profile is opened in each size and theme', () => {
  const opened = new Set(pages.map((page) => page.replace(/\?.*/, '')))
  const found = listPages()
  assert.ok(found.length > 20, `${found.length} pages`)
  assert.deepEqual(
    found.filter((page) => !opened.has(page as never) && !openedElsewhere.has(page)),
    [],
  )
})
