import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { buildWeb, webFolder } from '#app/web/build-web.ts'
import { admin } from '../../web/src/i18n/en/admin/index.ts'
import { compose } from '../../web/src/i18n/en/composer.ts'

const kb = 1_024
const budgets = {
  /** The first script, which the frame of every page waits for. */
  entry: 130 * kb,
  /** The scripts that most pages need: the first one, and the parts that pages share. */
  shared: 180 * kb,
  /** Scripts of one page, in addition to those. */
  page: 40 * kb,
  compose: 60 * kb,
  /** The new face has more parts: faces, rows, container layouts, a print style. */
  styles: 18 * kb,
  /** The styles that only some pages load, in addition: those of previews. */
  pageStyles: 3 * kb,
  font: 48 * kb,
  /** A first visit, in bytes transferred. */
  visit: 220 * kb,
}

const read = (name: string): Promise<Buffer> => readFile(join(webFolder, 'assets', name))
const zipped = async (name: string): Promise<number> => gzipSync(await read(name), { level: 9 }).length

/** Adds a script and its static imports. */
async function collect(name: string, into: Set<string>): Promise<Set<string>> {
  if (into.has(name)) return into
  into.add(name)
  const text = (await read(name)).toString()
  for (const [, other = ''] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) await collect(other, into)
  return into
}

const sum = async (names: Iterable<string>): Promise<number> =>
  (await Promise.all([...names].map(zipped))).reduce((total, one) => total + one, 0)

test('scripts, styles, the font and a first visit stay within their budgets', async () => {
  await buildWeb(() => {})
  const names = await readdir(join(webFolder, 'assets'))
  const html = await readFile(join(webFolder, 'index.html'), 'utf8')
  const [entry = ''] = [...html.matchAll(/src="\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name)
  const first = await collect(entry, new Set())
  // The frame of every page is part of the first page, however it is split into files.
  for (const [, name = ''] of html.matchAll(/href="\/assets\/([^"]+\.js)"/g)) await collect(name, first)
  const parts = names.filter((name) => /^parts-[\w-]+\.js$/.test(name))
  assert.equal(parts.length, 1, parts.join(', '))
  const shared = await collect(parts[0] ?? '', new Set(first))
  const over: string[] = []
  const hold = (what: string, bytes: number, most: number) => {
    if (bytes > most) over.push(`${what}: ${(bytes / kb).toFixed(1)} KB, and ${most / kb} KB may be`)
  }
  hold('the first script', await sum(first), budgets.entry)
  hold('the scripts that pages share', await sum(shared), budgets.shared)
  const sharedText = (await Promise.all([...shared].map(read))).join('')
  assert.ok(!sharedText.includes(admin.closedLead), 'every page brings the words of the administration')
  const firstText = (await Promise.all([...first].map(read))).join('')
  assert.ok(!firstText.includes(compose.text), 'the first script brings the words of pages')
  const pages = names.filter((name) => /-page-[\w-]+\.js$/.test(name))
  assert.ok(pages.length > 25, `only ${pages.length} pages were found`)
  for (const page of pages) {
    const own = (await collect(page, new Set())).difference(shared)
    const most = page.startsWith('compose-page') ? budgets.compose : budgets.page
    hold(page, await sum(own), most)
  }
  const styles = names.filter((name) => name.endsWith('.css'))
  const linked = styles.filter((name) => html.includes(`/assets/${name}"`))
  assert.ok(linked.length > 0, 'the first page links its styles')
  hold('styles of the first page', await sum(linked), budgets.styles)
  hold('styles of other pages', await sum(styles.filter((name) => !linked.includes(name))), budgets.pageStyles)
  const [font = ''] = names.filter((name) => name.startsWith('inter-latin-wght'))
  const fontBytes = (await read(font)).length
  hold('the font', fontBytes, budgets.font)
  const texts = await Promise.all([...first, ...styles].map(read))
  const sent = [...texts, Buffer.from(html)].reduce((total, text) => total + brotliCompressSync(text).length, fontBytes)
  hold('a first visit', sent, budgets.visit)
  assert.deepEqual(over, [])
})
