import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { openApi, openInstallation, signUp } from '../visitor.ts'

let installation: Awaited<ReturnType<typeof openInstallation>>
let visitor: Awaited<ReturnType<typeof installation.visit>>
let page: Page
let api: Awaited<ReturnType<typeof openApi>>
let home: string
let profileId: string

before(async () => {
  installation = await openInstallation({ UNSPLASH_ACCESS_KEY: 'unused', GIPHY_API_KEY: 'unused' })
  visitor = await installation.visit({ timezoneId: 'UTC' })
  page = visitor.page
  await signUp(page, installation.url, 'Ada')
  await installation.addDemoData(1)
  api = await openApi(installation.url, 'Ada')
  const brands: readonly { readonly id: string; readonly name: string }[] = await api.get('/v1/profiles')
  profileId = brands.find(({ name }) => name === 'Lantern Coffee')?.id ?? ''
  home = `${installation.url}/p/${profileId}`
})
after(async () => {
  await visitor[Symbol.asyncDispose]()
  await installation[Symbol.asyncDispose]()
})

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? assert.fail(`${part} is not there`)

test('every title starts at the same place, and the controls of a toolbar share one height and one frame', async () => {
  const starts = new Set<string>()
  for (const path of [
    '/posts',
    '/queue',
    '/calendar',
    '/analytics',
    '/connections',
    '/settings',
    '/settings/account',
    '/admin',
  ]) {
    await page.goto(home + path)
    const { x, y } = await boxOf(page.getByRole('main').getByRole('heading', { level: 1 }))
    starts.add(`${x} ${y}`)
  }
  assert.equal(starts.size, 1, [...starts].join(' | '))

  const readFrame = () =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('main select')).borderTopColor`)
  await page.goto(`${home}/posts`)
  const sort = page.getByLabel('Sort', { exact: true })
  const heights = new Set<number>()
  for (const control of [sort, page.getByLabel('Search posts'), page.getByRole('button', { name: 'Dates' })])
    heights.add((await boxOf(control)).height)
  assert.deepEqual([...heights], [36])
  const frame = await readFrame()
  await page.goto(`${home}/settings/account`)
  await page.getByRole('main').locator('select').first().waitFor()
  assert.equal(await readFrame(), frame)
})

test('the colors of a brand have names, not codes', async () => {
  await page.goto(`${home}/settings`)
  await page.getByRole('button', { name: 'Teal', exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^#/ }).count(), 0)
})

test('a published post shows its metrics for each account and in total, and only a post with a history shows one', async () => {
  const { posts } = await api.get(`/v1/posts?profileId=${profileId}&status=published&sort=likes&limit=1`)
  const [{ id }] = posts
  const measured: readonly unknown[] = await api.get(`/v1/analytics/posts/${id}`)
  assert.ok(measured.length > 1)
  assert.deepEqual(await api.get(`/v1/posts/${id}/audit`), [])
  await page.goto(`${home}/posts/${id}`)
  const likes = page.locator('dt', { hasText: 'Likes' })
  await until('each account and the total have metrics', async () => (await likes.count()) === measured.length + 1)
  assert.equal(await page.getByRole('heading', { name: 'Activity' }).count(), 0)

  const draft = await api.post('/v1/posts', { profileId, content: 'By Ada', platforms: ['bluesky'], saveAsDraft: true })
  await page.goto(`${home}/posts/${draft.id}`)
  await page.getByRole('heading', { name: 'Activity' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Created' }).getByText('Ada', { exact: true }).waitFor()
})

test('the activity names ideas and notes by what they say, with a link, and nothing by its ID', async () => {
  await page.goto(`${home}/settings/activity`)
  const rows = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await rows.filter({ hasText: 'Calendar note created' }).getByRole('link', { name: 'Guji arrives' }).waitFor()
  await rows.filter({ hasText: 'Idea created' }).getByRole('link', { name: 'A map of all ten farms' }).waitFor()
  assert.equal(await rows.locator('code').count(), 0)
})

test('the chart of a post has a time axis, and its legend the order of the table', async () => {
  const { posts } = await api.get(`/v1/posts?profileId=${profileId}&status=published&sort=likes&limit=1`)
  const history: readonly { readonly fetchedAt: string }[] = await api.get(`/v1/analytics/posts/${posts[0].id}/history`)
  await page.goto(`${home}/analytics/posts/${posts[0].id}`)
  const line = page.locator('[role=slider] svg path[fill=none]').first()
  const drawn = [...((await line.getAttribute('d')) ?? '').matchAll(/[ML]([\d.]+) /g)].map(([, x]) => Number(x))
  const times = [...new Set(history.map(({ fetchedAt }) => Date.parse(fetchedAt)))].toSorted((a, b) => a - b)
  const shareIn = (values: readonly number[], value: number) =>
    Math.round((100 * (value - (values[0] ?? 0))) / ((values.at(-1) ?? 0) - (values[0] ?? 0)))
  assert.ok(times.length > 2)
  assert.deepEqual(
    drawn.map((x) => shareIn(drawn, x)),
    times.map((time) => shareIn(times, time)),
  )
  const legend = await page.locator('figure li').allInnerTexts()
  assert.ok(legend.length > 1)
  const rows = await page.locator('tbody tr').allInnerTexts()
  const placeOf = (network: string) => rows.findIndex((row) => row.includes(`${network} · `))
  assert.deepEqual(
    legend.map((name) => name.trim()),
    legend.map((name) => name.trim()).toSorted((a, b) => placeOf(a) - placeOf(b)),
  )
  await page.goto(`${home}/analytics/accounts`)
  await page.locator('thead th').first().waitFor()
  const [followers = '', views = ''] = (await page.locator('thead th').allInnerTexts()).slice(1)
  assert.match(followers, /^Followers\s+now/)
  assert.match(views, /^Views\s+30 days/)
})

test('lists and days show the first image of their posts', async () => {
  for (const path of ['/posts?tab=published', '/calendar']) {
    await page.goto(home + path)
    await page.locator('main img.rounded-sm').first().waitFor()
  }
})

test('C opens a new post with the focus in its text', async () => {
  for (const path of ['/posts', '/calendar']) {
    await page.goto(home + path)
    await page.locator('main img').first().waitFor()
    await page.keyboard.press('c')
    await page.locator('[data-field=content] textarea:focus').waitFor()
  }
})

test('drafts are saved by one control, and on a phone the remaining characters take one line', async () => {
  await page.goto(`${home}/compose`)
  await page.getByLabel('What do you want to say?').fill('Rolls')
  const save = page.getByRole('button', { name: 'Save draft' })
  await save.waitFor()
  await page.getByRole('button', { name: 'More publishing options' }).click()
  await page.getByRole('menuitemradio').first().waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Save draft' }).count(), 0)
  await page.keyboard.press('Escape')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const { height } = await boxOf(page.getByRole('button', { name: /: \d+ left$/ }))
    assert.ok(height <= 40, `${height} px at ${width} px`)
  }
  await page.setViewportSize({ width: 390, height: 560 })
  await page.goto(`${home}/settings/webhooks`)
  await page.getByRole('button', { name: 'New webhook' }).click()
  const create = await boxOf(page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }))
  assert.ok(create.y + create.height <= 560, 'the button of a long form is in view without scrolling')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the first steps of a user who is not an administrator don’t offer to break a network', async () => {
  await using other = await installation.visit({ timezoneId: 'UTC' })
  const { url, sandboxUrl } = installation
  await signUp(other.page, url, 'Bob')
  const bob = await openApi(url, 'Bob')
  await connectNetworks(bob, ['bluesky'], { url, sandboxUrl, person: 'bob' })
  const { id } = await bob.post('/v1/posts', { profileId: bob.profileId, content: 'Rolls', platforms: ['bluesky'] })
  await until('the post is published', async () => (await bob.get(`/v1/posts/${id}`)).status === 'published')
  await other.page.goto(`${url}/p/${bob.profileId}`)
  await other.page.getByText('Connect your own code').waitFor()
  assert.equal(await other.page.getByText('See how failures work').count(), 0)
})

test('a text of 30,000 characters scrolls in its field, which is never taller than the window', async () => {
  await page.goto(`${home}/compose`)
  await page.getByLabel('What do you want to say?').fill('Fresh rolls every day. '.repeat(1_300))
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const field = await boxOf(page.locator('[data-field=content]').first())
    assert.ok(field.height < height, `${field.height} px at ${width} px`)
    await page.getByRole('button', { name: /: [\d,]+ over$/ }).waitFor()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Split to fit' }).first().waitFor()
  // The service plans nothing for a text of this length, so the preview shows what was typed.
  await page.locator('[data-preview] .border-dashed').waitFor({ state: 'detached' })
  await page.locator('[data-preview] [data-preview-text]').first().waitFor()
})

test('a dialog opens at its top in a window that is lower than its text', async () => {
  const { id } = await api.post('/v1/webhooks', { url: 'https://example.com/hook', events: ['post.published'] })
  await page.goto(`${home}/settings/webhooks/${id}`)
  await page.setViewportSize({ width: 390, height: 200 })
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button').and(page.locator(':focus')).waitFor()
  const read = (name: string) =>
    page.evaluate<number>(`document.querySelector('[role=dialog] .overflow-y-auto').${name}`)
  assert.ok((await read('scrollHeight')) > (await read('clientHeight')), 'the text does not fit')
  await until('the body is at its top', async () => (await read('scrollTop')) === 0)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the dialog for files opens at its top and shows its choice of place whole, in a low window too', async () => {
  await page.goto(`${home}/compose`)
  for (const [width, height] of [
    [1440, 900],
    [1024, 420],
    [390, 360],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: 'Add images or a video' }).click()
    await page.getByRole('menuitem', { name: 'From library' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose from library' })
    await dialog.getByRole('group', { name: 'Choose from' }).waitFor()
    await page.setViewportSize({ width, height })
    for (const place of ['Stock photos', 'GIFs', 'Library']) {
      await dialog.getByRole('button', { name: place, exact: true }).click()
      if (place !== 'Library') await dialog.getByRole('searchbox').and(page.locator(':focus')).waitFor()
      const [bar, chosen, title] = [
        await boxOf(dialog.getByRole('group', { name: 'Choose from' })),
        await boxOf(dialog.getByRole('button', { name: place, exact: true })),
        await boxOf(dialog.getByRole('heading', { name: 'Choose from library' })),
      ]
      const where = `${place} at ${width} × ${height}`
      assert.ok(bar.height >= chosen.height, `${where}: ${bar.height} px for ${chosen.height} px`)
      assert.ok(bar.y >= title.y + title.height, `${where}: at ${bar.y}, below ${title.y + title.height}`)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})
