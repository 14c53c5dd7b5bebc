import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectBluesky, listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

/** A day of next month, which cannot pass while the test runs. */
const dayOf = (day: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day)).toISOString().slice(0, 10)
}
const hasFocus = (page: Page, selector: string) => page.evaluate(`document.activeElement.matches('${selector}')`)

test('drafts without a time are dragged from the tray onto a day, or scheduled from their menu, and this can be undone', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const { post, patch, get, profileId } = await openApi(url, 'Ada')
  const write = async (content: string, more: object = {}) =>
    (await post('/v1/posts', { profileId, content, platforms: ['bluesky'], saveAsDraft: true, ...more })).id as string
  const [rye, spelt] = [await write('Rye loaf'), await write('Spelt loaf')]
  const idea = await write('An idea', { platforms: [] })
  await write('Has a time', { scheduledAt: `${dayOf(20)}T09:00:00Z` })
  const read = async (id: string) => {
    const { status, scheduledAt } = await get(`/v1/posts/${id}`)
    return [status, scheduledAt?.slice(0, 16) ?? null]
  }
  const becomes = (id: string, status: string, at: string | null) =>
    until(`${status} at ${at}`, async () => String(await read(id)) === String([status, at]))

  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}`)
  const toggle = page.getByRole('button', { name: 'Drafts 3' })
  await toggle.click()
  const tray = page.getByRole('complementary', { name: 'Drafts' })
  const card = (id: string) => tray.locator(`[data-draft="${id}"]`)
  await card(rye).waitFor()
  assert.equal(await tray.getByRole('listitem').count(), 3)
  assert.deepEqual(await listBarriers(page), [])
  const cell = (day: number) => page.locator(`[data-day="${dayOf(day)}"]`)

  await card(rye).dragTo(cell(12))
  await page.getByText(/^Scheduled for/).waitFor()
  await becomes(rye, 'scheduled', `${dayOf(12)}T09:00`)
  await cell(12).locator(`[data-post="${rye}"]`).waitFor()
  await page.getByRole('button', { name: 'Drafts 2' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await becomes(rye, 'draft', null)
  await card(rye).waitFor()

  // Without an account, it keeps the day and stays a draft.
  await card(idea).dragTo(cell(13))
  await page.getByText(/^Draft moved to/).waitFor()
  await becomes(idea, 'draft', `${dayOf(13)}T09:00`)

  await tray.getByRole('button', { name: 'Actions for “Spelt loaf”' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Schedule…' }).press('Enter')
  await page.getByLabel('New time').fill(`${dayOf(14)}T16:30`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
  await becomes(spelt, 'scheduled', `${dayOf(14)}T16:30`)

  // A brand with approvals schedules nothing that was not asked for.
  await patch(`/v1/profiles/${profileId}`, { requiredApprovals: 1 })
  await page.reload()
  await page.getByRole('button', { name: 'Drafts 1' }).click()
  await card(rye).dragTo(cell(15))
  await becomes(rye, 'draft', `${dayOf(15)}T09:00`)
  await tray.getByText('No drafts without a time').waitFor()

  await tray.getByRole('button', { name: 'Close' }).click()
  await until('the button has the focus again', () => hasFocus(page, '#calendar-drafts'))
  assert.equal(await tray.count(), 0)
  assert.deepEqual(
    faults.filter((fault) => !/status of 4\d\d/.test(fault)),
    [],
  )
})
