import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

const hourPixels = 52

/** A time on a day of next month, which cannot pass while the test runs. */
const nextMonth = (day: number, hour: number, minute = 0): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, hour, minute)).toISOString()
}
const dayOf = (day: number): string => nextMonth(day, 0).slice(0, 10)
const hasFocus = (page: Page, selector: string) => page.evaluate(`document.activeElement.matches('${selector}')`)

test('posts are moved in month and week by dragging and by keyboard, and the keyboard moves between days', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const write = async (content: string, scheduledAt: string, more: object = {}) =>
    (await api.post('/v1/posts', { profileId, content, platforms: ['bluesky'], scheduledAt, ...more })).id as string
  const timeOf = async (id: string) => (await api.get(`/v1/posts/${id}`)).scheduledAt
  const rye = await write('Rye loaf', nextMonth(10, 9, 30))
  const idea = await write('An idea', nextMonth(11, 9), { saveAsDraft: true })
  for (const hour of [7, 9, 11, 13, 15]) await write(`At ${hour}`, nextMonth(16, hour))
  await write('Also at nine', nextMonth(16, 9))
  await api.post('/v1/recurring-posts', { postId: idea, cron: '0 18 20 * *', timezone: 'UTC' })

  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}`)
  const cell = (day: number) => page.locator(`[data-day="${dayOf(day)}"]`)
  const chip = page.locator(`[data-post="${rye}"]`)

  // A post that is dragged to another day keeps its time of day, and the move can be undone.
  await chip.dragTo(cell(12))
  await page.getByText(/^Moved to/).waitFor()
  assert.equal(await timeOf(rye), nextMonth(12, 9, 30))
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('the post is back', async () => (await timeOf(rye)) === nextMonth(10, 9, 30))

  // Moved by keyboard, it keeps the focus.
  await cell(10).locator(`[data-post="${rye}"]`).focus()
  for (const key of ['m', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await until('the post is a week and a day later', async () => (await timeOf(rye)) === nextMonth(18, 9, 30))
  await until('the post has the focus', () => hasFocus(page, `[data-post="${rye}"]`))

  // A draft with a time can be moved, too, and stays a draft.
  await page.locator(`[data-post="${idea}"]`).dragTo(cell(13))
  await until('the draft is moved', async () => (await timeOf(idea)) === nextMonth(13, 9))
  assert.equal((await api.get(`/v1/posts/${idea}`)).status, 'draft')

  // A busy day shows its number of posts, and a future run appears on its day.
  await cell(16).getByRole('button', { name: '+4 more' }).click()
  await cell(16).getByText('At 15').waitFor()
  await cell(20).getByText('Repeats').waitFor()

  // The focused day moves by keyboard.
  await cell(10).focus()
  await page.keyboard.press('ArrowDown')
  await until('a week later', () => hasFocus(page, `[data-day="${dayOf(17)}"]`))
  await page.keyboard.press('PageUp')
  await until('a month before', async () => !page.url().includes(dayOf(17)) && page.url().includes('-17'))
  await page.keyboard.press('PageDown')
  await until('the month again', () => hasFocus(page, `[data-day="${dayOf(17)}"]`))
  await page.keyboard.press('c')
  await page.waitForURL(new RegExp(`compose\\?day=${dayOf(17)}`))
  await page.goBack()

  // The week has hours: a post is dropped and moved in quarters of an hour.
  await page.getByRole('link', { name: 'Week', exact: true }).click()
  await chip.dragTo(cell(17), { targetPosition: { x: 30, y: 14 * hourPixels + 3 } })
  await until('the post is at two', async () => (await timeOf(rye)) === nextMonth(17, 14))
  // Until the page has rendered the post there, the one at its previous position would take the focus along.
  await cell(17).locator(`[data-post="${rye}"]`).focus()
  for (const key of ['m', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await until('three quarters later', async () => (await timeOf(rye)) === nextMonth(17, 14, 45))

  // Posts at the same time are side by side.
  const boxes = await Promise.all(
    ['At 9', 'Also at nine'].map((text) => cell(16).getByRole('link', { name: text }).boundingBox()),
  )
  const [left, right] = boxes.toSorted((one, other) => (one?.x ?? 0) - (other?.x ?? 0))
  assert.ok(left && right && left.x + left.width <= right.x + 1, JSON.stringify(boxes))
  assert.deepEqual(faults, [])
})

test('a post cannot be moved into the past, and its menu moves it without dragging', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page } = visitor
  await signUp(page, url, 'Bob')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Bob')
  const { profileId } = api
  const post = { profileId, content: 'Rolls', platforms: ['bluesky'], scheduledAt: nextMonth(10, 9) }
  const { id } = await api.post('/v1/posts', post)
  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}`)
  await page.locator(`[data-post="${id}"]`).focus()
  await page.keyboard.press('m')
  for (let weeks = 0; weeks < 10; weeks++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByText('That time has passed.').waitFor()
  assert.equal((await api.get(`/v1/posts/${id}`)).scheduledAt, nextMonth(10, 9))
  await page.locator(`[data-post="${id}"]`).hover()
  await page.getByRole('button', { name: 'Actions for “Rolls”' }).first().click()
  await page.getByRole('menuitem', { name: 'Reschedule…' }).click()
  await page.getByLabel('New time').fill(nextMonth(14, 16, 15).slice(0, 16))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Moved to/).waitFor()
  assert.equal((await api.get(`/v1/posts/${id}`)).scheduledAt, nextMonth(14, 16, 15))
})

test('the list begins with the chosen day, and earlier days are one click away', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page } = visitor
  await signUp(page, url, 'Cleo')
  await installation.addDemoData(2)
  const api = await openApi(url, 'Cleo')
  const profiles: readonly { readonly id: string; readonly name: string }[] = await api.get('/v1/profiles')
  const profileId = profiles.find(({ name }) => name === 'Lantern Coffee')?.id
  // A whole past month, so that today is not in it.
  const now = new Date()
  const [from, to] = [-1, 0].map((months) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)))
  const span = `publishedFrom=${from?.toISOString()}&publishedTo=${to?.toISOString()}`
  const { posts } = await api.get(`/v1/posts/summaries?profileId=${profileId}&${span}`)
  const days = [...new Set<string>(posts.map(({ publishedAt }: { publishedAt: string }) => publishedAt.slice(0, 10)))]
  const inOrder = days.sort()
  const middle = inOrder[Math.floor(inOrder.length / 2)] ?? ''
  await page.goto(`${url}/p/${profileId}/calendar?view=list&date=${middle}`)
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  const nameDay = (day: string) =>
    new Date(day).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '')
  const beginsWith = (day = '') =>
    until(`the list begins with ${day}`, async () => !!(await titles.first().textContent())?.includes(nameDay(day)))
  await titles.first().waitFor()
  await beginsWith(middle)
  await page.getByRole('button', { name: 'Earlier days' }).click()
  await beginsWith(inOrder[0])
  await page.getByRole('region', { name: nameDay(middle) }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Earlier days' }).click()
  await beginsWith(middle)

  // Where little is left of the month, the list leads on to the next.
  const last = inOrder.at(-1) ?? ''
  await page.goto(`${url}/p/${profileId}/calendar?view=list&date=${last}`)
  await beginsWith(last)
  const next = new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5, 7)), 1))
  const monthOfNext = next.toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })
  await titles
    .filter({ hasText: new RegExp(`\\d ${monthOfNext}`) })
    .first()
    .waitFor()
  const nameOfNext = next.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  await page.getByRole('button', { name: nameOfNext }).click()
  await page.waitForURL(`**/calendar?view=list&date=${next.toISOString().slice(0, 10)}`)

  // Without a day in the URL, the list begins today. The service's clock determines which day that is.
  await page.route('**/v1/auth/**', async (route) => {
    const response = await route.fetch()
    const date = new Date(`${middle}T12:00Z`).toUTCString()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  await page.route('**/v1/events/stream', (route) => route.abort())
  await page.goto(`${url}/p/${profileId}/calendar?view=list`)
  await titles.first().waitFor()
  await beginsWith(middle)
  await page.getByRole('button', { name: 'Earlier days' }).click()
  await beginsWith(inOrder[0])
})

test('a week shows each post’s networks, and its last post’s menu fits in the window', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Dora')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Dora')
  const { profileId } = api
  const last = nextMonth(10, 23, 50)
  const { id } = await api.post('/v1/posts', { profileId, content: 'Late', platforms: ['bluesky'], scheduledAt: last })
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto(`${url}/p/${profileId}/calendar?view=week&date=${dayOf(10)}`)
    const chip = page.locator(`[data-post="${id}"]`)
    await chip.hover()
    if (viewport.width === 1440) await chip.getByRole('img', { name: 'Bluesky' }).waitFor()
    await page.getByRole('button', { name: 'Actions for “Late”' }).click()
    const menu = await page.getByRole('menu').boundingBox()
    const inside = menu && menu.x >= 0 && menu.y >= 0 && menu.x + menu.width <= viewport.width
    assert.ok(inside && menu.y + menu.height <= viewport.height, JSON.stringify(menu))
    const [part, day] = await Promise.all(
      [chip, page.locator(`[data-day="${dayOf(10)}"]`)].map((one) => one.boundingBox()),
    )
    assert.ok(part && day && part.y + part.height <= day.y + day.height, 'the chip ends with its day')
  }
  assert.deepEqual(faults, [])
})
