import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectBluesky, listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

const dayMs = 86_400_000

test('a scheduled post without its approval is marked in calendar, queue, home and on its page, until it is approved', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = owner
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  const home = `${url}/p/${profileId}`
  await using client = await installation.visit({ timezoneId: 'UTC' })
  await signUp(client.page, url, 'Cleo')
  const cleo = await openApi(url, 'Cleo')
  const { inviteToken: token } = await ada.post(`/v1/profiles/${profileId}/invites`, { role: 'approver' })
  await cleo.post('/v1/profiles/invites/accept', { token })
  await ada.patch(`/v1/profiles/${profileId}`, { approvalSteps: [{ name: 'Client', roles: ['approver'] }] })
  // Noon of the third day from now is in this week’s strip, and in no night that ends a month.
  const noon = new Date(Math.floor(Date.now() / dayMs) * dayMs + 2.5 * dayMs).toISOString()
  const rolls = await ada.post('/v1/posts', {
    profileId,
    content: 'Rolls at six',
    platforms: ['bluesky'],
    scheduledAt: noon,
  })

  const mark = /Needs approval by .*12:00.* · Client/
  const marked = (of: Page) => of.getByRole('main').getByRole('link', { name: 'Rolls at six' })
  const date = noon.slice(0, 10)
  const views = [
    `calendar?view=month&date=${date}`,
    `calendar?view=week&date=${date}`,
    `calendar?view=list&date=${date}`,
    'queue',
    'posts',
  ]
  const looks = process.env.MARKS_LOOKS
  for (const view of views) {
    await page.goto(`${home}/${view}`)
    await marked(page).filter({ hasText: mark }).first().waitFor()
    assert.deepEqual(await listBarriersInThemes(page), [], view)
    for (const colorScheme of looks ? (['light', 'dark'] as const) : [])
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${looks}/${view.replace(/\W/g, '-')}-${width}-${colorScheme}.png` })
      }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  // The picture in the week strip has the mark in its name, and the row below in its text.
  await page.goto(home)
  await page.getByRole('list', { name: 'This week' }).getByRole('link', { name: mark }).waitFor()
  await page.getByRole('region', { name: 'Up next' }).getByText(mark).waitFor()
  assert.equal(await page.getByRole('region', { name: 'Needs your approval' }).count(), 0)
  assert.deepEqual(await listBarriersInThemes(page), [])
  for (const colorScheme of looks ? (['light', 'dark'] as const) : [])
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${looks}/home-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.goto(`${home}/posts/${rolls.id}`)
  await page.getByRole('region', { name: 'Approval', exact: true }).getByText('Needs approval by').waitFor()

  // Whose turn it is has the post first on the home page, and no one else has.
  await client.page.goto(home)
  const turn = client.page.getByRole('region', { name: 'Needs your approval' })
  const sections = client.page.getByRole('main').getByRole('region')
  await turn.getByText(mark).waitFor()
  assert.equal(await sections.first().getByRole('heading').first().innerText(), 'Needs your approval')
  assert.deepEqual(await listBarriersInThemes(client.page), [])
  for (const colorScheme of looks ? (['light', 'dark'] as const) : [])
    for (const width of [1440, 1024, 390]) {
      await client.page.setViewportSize({ width, height: 900 })
      await client.page.emulateMedia({ colorScheme })
      await client.page.screenshot({ path: `${looks}/turn-${width}-${colorScheme}.png` })
    }
  await client.page.setViewportSize({ width: 1280, height: 900 })
  await turn.getByRole('link', { name: 'Review' }).click()
  await client.page.getByRole('region', { name: 'Approval', exact: true }).waitFor()
  await client.page.goto(home)
  await turn.waitFor()

  // The composer names who approves first, and the owner if no one else can.
  await page.goto(`${home}/compose`)
  await page.getByLabel('What do you want to say?').fill('Buns at eight')
  await page.getByText('First approval: Client (Cleo).').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  for (const colorScheme of looks ? (['light', 'dark'] as const) : [])
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${looks}/compose-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel('What do you want to say?').fill('')

  // The open calendar follows an approval, and an edit after it.
  await page.goto(`${home}/calendar?view=month&date=${date}`)
  await marked(page).filter({ hasText: mark }).waitFor()
  const { contentHash } = await cleo.get(`/v1/posts/${rolls.id}/approvals`)
  await cleo.post(`/v1/posts/${rolls.id}/approve`, { contentHash })
  await marked(page).filter({ hasNotText: 'Needs approval' }).waitFor()
  await turn.waitFor({ state: 'detached' })
  await ada.patch(`/v1/posts/${rolls.id}`, { content: 'Rolls at six, buns at seven' })
  await marked(page).filter({ hasText: mark }).waitFor()
  await turn.getByText('Rolls at six, buns at seven').waitFor()
  assert.deepEqual([faults, client.faults], [[], []])
})
