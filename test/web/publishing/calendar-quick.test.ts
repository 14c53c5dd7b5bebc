import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriers, openApi, openInstallation, password, signUp } from '../visitor.ts'

const hourPixels = 52

/** A time on a day of next month, which cannot pass while the test runs. */
const nextMonth = (day: number, hour: number, minute = 0): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, hour, minute)).toISOString()
}
const dayOf = (day: number): string => nextMonth(day, 0).slice(0, 10)
const cellOf = (page: Page, day: number) => page.locator(`[data-day="${dayOf(day)}"]`)
const heightOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? 0

/** Clicks near a corner of a cell, where nothing is. */
async function clickCorner(cell: Locator): Promise<void> {
  const { width, height } = (await cell.boundingBox()) ?? assert.fail('the cell is not there')
  await cell.click({ position: { x: width - 8, y: height - 8 } })
}

test('a click anywhere on a day, or Enter, writes a post there, and a text is kept until it is saved', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'alice' })
  const listPosts = async () => (await api.get(`/v1/posts?profileId=${profileId}`)).posts
  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}`)
  const dialog = page.getByRole('dialog')
  const text = dialog.getByLabel('What do you want to say?')
  const time = dialog.getByLabel('Time', { exact: true })

  await clickCorner(cellOf(page, 10))
  await text.fill('Rye loaf')
  assert.equal(await time.inputValue(), '09:00')
  assert.deepEqual(await listBarriers(page), [])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await clickCorner(cellOf(page, 11))
  assert.equal(await text.inputValue(), 'Rye loaf', 'a click elsewhere loses nothing')
  await dialog.getByRole('button', { name: /^Mastodon/ }).click()
  await dialog.getByText('1 account', { exact: true }).waitFor()
  await time.fill('10:30')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText(/^Scheduled for /).waitFor()
  await cellOf(page, 11).getByRole('link', { name: 'Rye loaf' }).waitFor()
  const [post] = await listPosts()
  assert.deepEqual([post.status, post.scheduledAt, post.platforms.length], ['scheduled', nextMonth(11, 10, 30), 1])

  // By keyboard, and as a draft. The accounts of the previous post are remembered.
  await cellOf(page, 12).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('An idea')
  await dialog.getByText('1 account', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await cellOf(page, 12).getByRole('link', { name: 'An idea' }).waitFor()
  const [draft] = await listPosts()
  assert.deepEqual([draft.status, draft.scheduledAt], ['draft', nextMonth(12, 9)])

  // The text continues on the page that has all options.
  await clickCorner(cellOf(page, 13))
  await text.fill('Rolls')
  await dialog.getByRole('button', { name: 'Open in composer' }).click()
  await page.waitForURL(/compose\?post=/)
  assert.equal(await page.getByLabel('What do you want to say?').inputValue(), 'Rolls')

  // In the week, a click chooses the quarter of an hour. What has passed is not offered.
  await page.goto(`${url}/p/${profileId}/calendar?view=week&date=${dayOf(10)}`)
  await cellOf(page, 10).click({ position: { x: 40, y: 14 * hourPixels + 14 } })
  assert.equal(await time.inputValue(), '14:15')
  await page.keyboard.press('Escape')
  const past = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`${url}/p/${profileId}/calendar?date=${past}`)
  await clickCorner(page.locator(`[data-day="${past}"]`))
  await page.locator(`[data-day="${past}"]`).focus()
  await page.keyboard.press('Enter')
  assert.equal(await dialog.count(), 0)
  assert.deepEqual(faults, [])
})

test('chips have one height in both clocks, and keep it under the pointer', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using author = await installation.visit({ timezoneId: 'UTC' })
  await signUp(author.page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const networks = ['bluesky', 'mastodon', 'threads', 'facebook', 'x'] as const
  await connectNetworks(api, networks, { url, sandboxUrl, person: 'user-101' })
  for (const hour of [9, 22])
    for (const content of ['Rye', 'The rye loaf takes two days, and most of that is waiting for the dough.'])
      await api.post('/v1/posts', {
        ...{ profileId, content, platforms: networks },
        ...{ scheduledAt: nextMonth(10, hour), confirmWarnings: true },
      })
  for (const locale of ['en-GB', 'en-US']) {
    await using visitor = await installation.visit({ timezoneId: 'UTC', locale })
    const { page } = visitor
    await page.goto(`${url}/auth/sign-in`)
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 1440 })
      for (const view of ['month', 'week']) {
        await page.goto(`${url}/p/${profileId}/calendar?view=${view}&date=${dayOf(10)}`)
        const chips = cellOf(page, 10).locator('[data-post]')
        await until('all chips are there', async () => (await chips.count()) === 4)
        const heights = await Promise.all((await chips.all()).map(heightOf))
        assert.equal(new Set(heights).size, 1, `${locale}, ${width} px, ${view}: ${heights.join(', ')}`)
        const cell = await heightOf(cellOf(page, 10))
        await chips.first().hover()
        await page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .waitFor()
        assert.equal(await heightOf(chips.first()), heights[0])
        assert.equal(await heightOf(cellOf(page, 10)), cell)
      }
    }
  }
})

test('the filters of the calendar are in the URL, survive a reload, and follow to other views', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'alice' })
  const scheduledAt = nextMonth(10, 9)
  const write = (content: string, platform: string, more: object = {}) =>
    api.post('/v1/posts', { profileId, content, platforms: [platform], scheduledAt, ...more })
  const rye = await write('Rye', 'bluesky')
  await write('Rolls', 'mastodon')
  const idea = await write('An idea', 'bluesky', { saveAsDraft: true })
  await api.post('/v1/recurring-posts', { postId: idea.id, cron: '0 18 20 * *', timezone: 'UTC' })
  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}`)
  const post = (name: string) => page.getByRole('link', { name, exact: false }).filter({ hasText: name })
  const shows = (...names: readonly string[]) =>
    until(`only ${names.join(', ') || 'nothing'} is shown`, async () => {
      const counts = await Promise.all(['Rye', 'Rolls'].map((name) => post(name).count()))
      return ['Rye', 'Rolls'].every((name, nth) => (counts[nth] ?? 0) > 0 === names.includes(name))
    })
  await shows('Rye', 'Rolls')
  await cellOf(page, 20).getByText('Repeats').waitFor()
  await page.getByLabel('Account', { exact: true }).selectOption({ index: 1 })
  const [account] = (await api.get(`/v1/platforms/accounts?profileId=${profileId}`)) as {
    id: string
    network: string
  }[]
  const own = account?.network === 'bluesky' ? 'Rye' : 'Rolls'
  await shows(own)
  await page.waitForURL(new RegExp(`account=${account?.id}`))
  await page.reload()
  await shows(own)
  await page.getByRole('link', { name: 'Week', exact: true }).click()
  await page.waitForURL(new RegExp(`account=${account?.id}`))
  await shows(own)
  await page.getByLabel('Account', { exact: true }).selectOption({ index: 0 })
  await shows('Rye', 'Rolls')

  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}`)
  await page.getByLabel('Status').selectOption('Drafts')
  await page.waitForURL(/state=draft/)
  await page.reload()
  await shows()
  await post('An idea').first().waitFor()
  await cellOf(page, 20).getByText('Repeats').waitFor({ state: 'detached' })
  // A live event keeps the filter: a post of another state does not appear.
  await page.getByLabel('Status').selectOption('Scheduled')
  await shows('Rye', 'Rolls')
  await api.patch(`/v1/posts/${rye.id}`, { saveAsDraft: true })
  await shows('Rolls')
  assert.deepEqual(faults, [])
})

test('the feed link of a calendar that shows one label contains only its posts, and says so', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  for (const [content, tag] of [
    ['Rye', 'Winter Sale'],
    ['Oats', 'Tips'],
  ])
    await api.post('/v1/posts', { profileId, content, tags: [tag], scheduledAt, saveAsDraft: true })
  await page.goto(`${url}/p/${profileId}/calendar?label=Winter%20Sale`)
  await page.getByRole('button', { name: 'More calendar options' }).click()
  await page.getByRole('menuitem', { name: 'Subscribe in your calendar app…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create feed link' }).click()
  const link = await dialog.locator('code').innerText()
  await dialog.getByText('Winter Sale', { exact: true }).waitFor()
  assert.deepEqual(await listBarriers(page), [])
  const feed = await (await fetch(link)).text()
  assert.deepEqual([feed.includes('Rye'), feed.includes('Oats')], [true, false])
})
