import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

/** Days of next month, which cannot pass while the test runs. */
const dayOf = (day: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day)).toISOString().slice(0, 10)
}

test('holidays are quiet names on their days, and a calendar that cannot be read says why where it was added', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC', viewport: { width: 1440, height: 900 } })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const { profileId } = await openApi(url, 'Ada')
  // The guard never reads a calendar of this machine, so the days are those of a response.
  await page.route(/\/v1\/calendar-holidays/, (route) => {
    const day = {
      sourceId: 'csrc_01kajv4z00e008000000000001',
      text: 'Founders’ Day',
      fromDate: dayOf(10),
      toDate: dayOf(11),
    }
    return route.fulfill({ json: { holidays: [day], nextCursor: null, hasMore: false } })
  })
  for (const view of ['week', 'list', 'month']) {
    await page.goto(`${url}/p/${profileId}/calendar?view=${view}&date=${dayOf(10)}`)
    await page.getByText('Founders’ Day').first().waitFor()
    assert.equal(await page.getByText('Founders’ Day').count(), 2, view)
    assert.deepEqual(await listBarriersInThemes(page), [], view)
  }
  await page.locator(`[data-day="${dayOf(10)}"][aria-label*="Founders’ Day"]`).waitFor()

  await page.getByRole('button', { name: 'More calendar options' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Holidays…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Calendar URL').fill('webcal://127.0.0.1/holidays.ics')
  await dialog.getByLabel('Name').fill('Office')
  await dialog.getByRole('button', { name: 'Add calendar' }).press('Enter')
  await dialog.getByText('The URL leads to a private address.').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.setViewportSize({ width: 390, height: 844 })
  assert.deepEqual(await listBarriersInThemes(page), [])
  await dialog.getByRole('button', { name: 'Remove Office' }).press('Enter')
  await dialog.getByText('Office').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByText('Founders’ Day').first().waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  assert.deepEqual(faults, [])
})
