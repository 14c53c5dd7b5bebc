import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

type Api = Awaited<ReturnType<typeof openApi>>

const everyDay = (...times: string[]) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => times.map((time) => ({ weekday, time })))

const timesOf = async (api: Api): Promise<Record<string, string>> => {
  const { posts } = await api.get(`/v1/posts?profileId=${api.profileId}&sort=scheduledAt&status=scheduled`)
  return Object.fromEntries(
    posts.map((one: { content: string; scheduledAt: string }) => [one.content, one.scheduledAt]),
  )
}

test('posting times are set by keyboard, a change shows which posts it moves before it is saved, and a pause ends', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'Asia/Kolkata' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'alice' })
  await api.patch(`/v1/profiles/${profileId}`, { timezone: 'Europe/Berlin' })
  await page.goto(`${url}/p/${profileId}/queue`)
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  await page.goto(`${url}/p/${profileId}/settings`)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Posting times' }).click()
  await page.getByText('No posting times yet').waitFor()
  await page.getByRole('button', { name: 'New schedule' }).click()
  const card = page.getByRole('region', { name: 'New schedule' })
  await card.getByLabel('Name', { exact: true }).fill('Weekdays')
  await card.getByLabel('New time').fill('08:30')
  await card.getByLabel('New time').press('Enter')
  await card.getByLabel('New time').fill('17:00')
  await card.getByRole('button', { name: 'Add time' }).press('Enter')
  await card.getByRole('button', { name: 'Add a time on Saturday' }).press('Enter')
  await until('the field has the focus', () =>
    card.getByLabel('New time').evaluate((field) => field === field.ownerDocument.activeElement),
  )
  await card.getByLabel('New time').fill('10:00')
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'Remove Saturday 10:00' }).waitFor()
  await card.getByText('Berlin time.').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [], 'new times')
  await card.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Posting times saved').waitFor()
  const [plan] = (await api.get(`/v1/slot-plans?profileId=${profileId}`)).slotPlans
  assert.deepEqual([plan.name, plan.slots.length, plan.slots.at(-1)], ['Weekdays', 11, { weekday: 6, time: '10:00' }])

  for (const content of ['One', 'Two']) {
    const { id } = await api.post('/v1/posts', { profileId, content, platforms: ['bluesky'], saveAsDraft: true })
    await api.post(`/v1/slot-plans/${plan.id}/add`, { postIds: [id] })
  }
  const before = await timesOf(api)
  const stored = page.getByRole('region', { name: 'Weekdays' })
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await stored.getByRole('button', { name: `Remove ${day} 08:30` }).click()
  await stored.getByRole('button', { name: 'Remove Saturday 10:00' }).click()
  const preview = stored.getByRole('region', { name: 'Preview' })
  await preview.getByText(/^Saving moves [12] posts?:$/).waitFor()
  assert.ok((await preview.getByRole('listitem').count()) > 0)
  assert.deepEqual(await timesOf(api), before, 'a preview stores nothing')
  assert.deepEqual(await listBarriersInThemes(page), [], 'preview')
  await stored.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Saved\. [12] posts? moved$/).waitFor()
  const after = Object.values(await timesOf(api))
  const inBerlin = (at: string) => new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })
  assert.deepEqual(after.map(inBerlin), ['17:00:00', '17:00:00'])

  const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await stored.getByLabel('Paused until').fill(later)
  await preview.getByText('Saving moves 2 posts:').waitFor()
  await stored.getByRole('button', { name: 'Save' }).click()
  await until('the posts wait', async () => Object.values(await timesOf(api)).every((at) => at.slice(0, 10) >= later))
  await stored.getByLabel('Paused until').fill('')
  await preview.getByText('Saving moves 2 posts:').waitFor()
  await stored.getByRole('button', { name: 'Save' }).click()
  await until('the posts are back', async () => Object.values(await timesOf(api)).every((at) => after.includes(at)))

  await stored.getByRole('button', { name: 'Delete schedule' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete schedule' }).click()
  await page.getByText('No posting times yet').waitFor()
  assert.deepEqual(Object.values(await timesOf(api)), after, 'its posts keep their times')
  assert.deepEqual(faults, [])
})

test('the queue shows free times and what would hold a post there; posts change places by keyboard and drag, with undo', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky'], { url, sandboxUrl, person: 'alice' })
  const plan = await api.post('/v1/slot-plans', { profileId, name: 'Daily', slots: everyDay('06:00', '18:00') })
  const write = async (content: string): Promise<string> =>
    (await api.post('/v1/posts', { profileId, content, platforms: ['bluesky'], saveAsDraft: true })).id
  const postIds = [await write('Rye'), await write('Rolls'), await write('Cake')]
  await api.post(`/v1/slot-plans/${plan.id}/add`, { postIds })
  const draft = await write('A draft about bread')
  await page.goto(`${url}/p/${profileId}/queue`)
  await page.getByText('Free time', { exact: true }).first().waitFor()
  const weekly = page.getByRole('region', { name: 'Weekly times' })
  await weekly.getByText('18:00').first().waitFor()
  await page.getByText(/^3 of 2[678] times filled/).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [], 'queue')
  const before = await timesOf(api)

  const order = async () =>
    Object.entries(await timesOf(api))
      .sort(([, a], [, b]) => (a < b ? -1 : 1))
      .map(([text]) => text)
  await page.getByRole('button', { name: 'Move “Cake”' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move to top' }).press('Enter')
  await until('the cake is first', async () => (await order()).join() === 'Cake,Rye,Rolls')
  await page.getByText('3 posts moved').waitFor()
  await until('the handle has the focus again', () =>
    page
      .getByRole('button', { name: 'Move “Cake”' })
      .evaluate((button) => button === button.ownerDocument.activeElement),
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('the order is as before', async () => JSON.stringify(await timesOf(api)) === JSON.stringify(before))
  await until('the page shows it', async () =>
    /Rye.*Rolls.*Cake/s.test((await page.getByRole('main').textContent()) ?? ''),
  )
  await page
    .getByRole('button', { name: 'Move “Rye”' })
    .dragTo(page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Cake' }) }))
  await until('the rye is last', async () => (await order()).join() === 'Rolls,Cake,Rye')
  await weekly.getByRole('button', { name: 'Shuffle' }).click()
  await until('the times stay', async () => {
    const now = await timesOf(api)
    return Object.values(now).sort().join() === Object.values(before).sort().join()
  })

  await page
    .getByRole('button', { name: /^Fill / })
    .nth(1)
    .click()
  const dialog = page.getByRole('dialog')
  assert.deepEqual(await listBarriersInThemes(page), [], 'fill')
  const [when = ''] = (await dialog.getByRole('heading', { name: /^Fill / }).textContent())?.match(/\d\d:\d\d/) ?? []
  await dialog.getByRole('button', { name: 'A draft about bread' }).click()
  await page.getByText(/^Scheduled for /).waitFor()
  const filled = await api.get(`/v1/posts/${draft}`)
  assert.deepEqual([filled.status, filled.slotPlanId, filled.scheduledAt.slice(11, 16)], ['scheduled', plan.id, when])

  await api.patch(`/v1/profiles/${profileId}`, { requiredApprovals: 1 })
  await page.reload()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'A draft about bread' })
    .getByText(/^Needs approval by /)
    .waitFor()
  await page
    .getByRole('button', { name: /^Fill / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('link', { name: 'New post' }).click()
  await page.waitForURL(/compose/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/p/${profileId}/queue`)
  await page.getByText('Free time', { exact: true }).first().waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  assert.deepEqual(await listBarriersInThemes(page), [], 'queue on a phone')
  assert.deepEqual(faults, [])
})

test('the composer says which posting time is the next free one, and gives it to the post by keyboard; undo makes it a draft', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky'], { url, sandboxUrl, person: 'alice' })
  const plan = await api.post('/v1/slot-plans', { profileId, name: 'Daily', slots: everyDay('06:10', '18:10') })
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const { slots } = await api.get(`/v1/slot-plans/${plan.id}/slots?from=${at(0)}&to=${at(3 * 86_400_000)}`)
  const [first, second] = slots.map((slot: { at: string }) => slot.at)
  const shown = (iso: string) => iso.slice(11, 16)
  await page.goto(`${url}/p/${profileId}/compose`)
  await page.getByLabel('What do you want to say?').fill('Bread at ten past')
  await page.getByRole('button', { name: /^When:/ }).click()
  await page.getByRole('button', { name: new RegExp(`^Next free time.*${shown(first)}`) }).waitFor()
  await page.keyboard.press('Escape')
  const taken = await api.post('/v1/posts', { profileId, content: 'Faster', platforms: ['bluesky'], saveAsDraft: true })
  await page.getByRole('button', { name: 'More publishing options' }).press('Enter')
  await page.getByRole('menuitem', { name: new RegExp(`^Add to next free time: .*${shown(first)}$`) }).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [], 'the menu')
  // Someone else is faster. The post gets the time after it, and the page says so.
  await api.post(`/v1/slot-plans/${plan.id}/add`, { postIds: [taken.id] })
  await page.getByRole('menuitem', { name: /^Add to next free time/ }).press('Enter')
  await page.getByText(new RegExp(`^Scheduled for .*${shown(second)}$`)).waitFor()
  const [id] = page.url().split('/').slice(-1)
  const placed = await api.get(`/v1/posts/${id}`)
  assert.deepEqual([placed.status, placed.slotPlanId, placed.scheduledAt], ['scheduled', plan.id, second])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.waitForURL(/compose/)
  assert.equal((await api.get(`/v1/posts/${id}`)).status, 'draft')
  assert.deepEqual(faults, [])
})

test('the queue pauses and resumes posting times, and their settings choose accounts and what happens to blocked posts', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'alice' })
  const { id } = await api.post('/v1/slot-plans', { profileId, name: 'Daily', slots: everyDay('06:00', '18:00') })
  const write = async (content: string, platform: string): Promise<string> =>
    (await api.post('/v1/posts', { profileId, content, platforms: [platform], saveAsDraft: true })).id
  const postIds = [await write('Rye', 'bluesky'), await write('Rolls', 'mastodon')]
  await api.post(`/v1/slot-plans/${id}/add`, { postIds })
  const before = await timesOf(api)

  await page.goto(`${url}/p/${profileId}/queue`)
  const weekly = page.getByRole('region', { name: 'Weekly times' })
  await weekly.getByRole('button', { name: 'Pause' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pause Daily' })
  const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Paused until').fill(later)
  await dialog.getByText('Saving moves 2 posts:').waitFor()
  assert.deepEqual(await timesOf(api), before, 'a preview stores nothing')
  assert.deepEqual(await listBarriersInThemes(page), [], 'pause')
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Saved. 2 posts moved').first().waitFor()
  assert.ok(Object.values(await timesOf(api)).every((at) => at.slice(0, 10) >= later))
  await weekly.getByText(/^Paused until /).waitFor()
  await weekly.getByRole('button', { name: 'Resume' }).press('Enter')
  await weekly.getByRole('button', { name: 'Pause' }).waitFor()
  await until('the posts are back', async () => JSON.stringify(await timesOf(api)) === JSON.stringify(before))

  await weekly.getByRole('link', { name: 'Edit posting times' }).click()
  const card = page.getByRole('region', { name: 'Daily' })
  await card.getByLabel('If a post can’t be published').selectOption('Move it to the next free time')
  await card
    .getByRole('group', { name: /^Accounts/ })
    .getByLabel(/Bluesky/)
    .check()
  await card.getByText('1 post for other accounts keeps its time and leaves this schedule.').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [], 'accounts')
  await card.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^(Posting times saved|Saved\. 1 post moved)$/).waitFor()
  const plan = await api.get(`/v1/slot-plans/${id}`)
  assert.deepEqual([plan.whenBlocked, plan.accountIds.length], ['next', 1])
  const [rye, rolls] = [await api.get(`/v1/posts/${postIds[0]}`), await api.get(`/v1/posts/${postIds[1]}`)]
  assert.deepEqual([rye.slotPlanId, rolls.slotPlanId], [id, null])
  assert.equal(rolls.scheduledAt, before.Rolls)
  assert.deepEqual(faults, [])
})
