import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { notePending, openApi, openInstallation, settle, signUp } from '../visitor.ts'

let installation: Awaited<ReturnType<typeof openInstallation>>
let visitor: Awaited<ReturnType<typeof installation.visit>>
let page: Page
let pending: ReturnType<typeof notePending>
let home: string

before(async () => {
  installation = await openInstallation()
  visitor = await installation.visit({ timezoneId: 'UTC' })
  page = visitor.page
  pending = notePending(page)
  await signUp(page, installation.url, 'Ada')
  await installation.addDemoData(1)
  const api = await openApi(installation.url, 'Ada')
  const brands: readonly { readonly id: string; readonly name: string }[] = await api.get('/v1/profiles')
  home = `${installation.url}/p/${brands.find(({ name }) => name === 'Lantern Coffee')?.id}`
})
after(async () => {
  await visitor[Symbol.asyncDispose]()
  await installation[Symbol.asyncDispose]()
})

async function open(path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await page.goto(home + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settle(page, pending)
}

/** Reads the middle of each control in its window, by name. */
async function readMiddles(names: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const middles: Record<string, number> = {}
  for (const name of names) {
    const control = page.getByRole('main').getByLabel(name, { exact: true }).or(page.getByRole('button', { name }))
    await control.first().waitFor()
    const { y, height } = (await control.first().boundingBox()) ?? assert.fail(`${name} is not there`)
    middles[name] = Math.round(y + height / 2)
  }
  return middles
}

const lists = {
  '/calendar': ['Account', 'Network', 'Label', 'Named views'],
  '/queue': ['Account', 'Network', 'Label', 'Named views', 'Jump to a date'],
  '/posts': ['Dates', 'Account', 'Network', 'Label', 'Named views'],
  '/media': ['Label', 'Named views'],
  '/analytics': ['Custom range', 'Account', 'Network', 'Named views'],
} as const

test('on a phone, the filters of a list take one row, of which all are in reach and none makes the page wider', async () => {
  for (const [path, names] of Object.entries(lists)) {
    await open(path, 390)
    const middles = await readMiddles(names)
    assert.equal(new Set(Object.values(middles)).size, 1, `${path}: ${JSON.stringify(middles)}`)
    const last = page.getByRole('main').getByRole('button', { name: 'Named views' })
    await last.scrollIntoViewIfNeeded()
    const { x, width } = (await last.boundingBox()) ?? assert.fail('the last filter is not there')
    assert.ok(x >= 0 && x + width <= 390, `${path}: the last filter ends at ${x + width}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, path)
  }
})

test('the order of the posts stands next to their search, also where the filters need a second row', async () => {
  for (const width of [390, 1024, 1440]) {
    await open('/posts', width)
    const { 'Search posts': search, Sort: sort } = await readMiddles(['Search posts', 'Sort'])
    assert.equal(sort, search, `${width} px wide`)
  }
})

test('on a phone, the settings and the administration lead to each of their pages by one menu', async () => {
  for (const [path, area, place] of [
    ['/settings', 'Settings', 'Webhooks'],
    ['/admin', 'Administration', 'Backups'],
  ] as const) {
    await open(path, 390)
    const sections = page.getByRole('main').getByRole('navigation', { name: area })
    assert.equal(await sections.getByRole('link').count(), 0, 'the menu is closed')
    await sections.locator('summary').click()
    await sections.getByRole('link', { name: place }).click()
    await page.getByRole('main').getByRole('heading', { name: place }).waitFor()
    assert.equal(await sections.getByRole('link').count(), 0, 'the menu is closed again')
  }
})
