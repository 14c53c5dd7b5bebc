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

  // The name has all the room next to the day, until the pointer calls for the actions, which lie over its end.
  await page.setViewportSize({ width: 1024, height: 800 })
  const cell = page.locator(`[data-day="${dayOf(10)}"]`)
  const endOf = async (part: typeof cell) => {
    const { x, width } = (await part.boundingBox()) ?? assert.fail('it is not shown')
    return x + width
  }
  const name = cell.getByText('Founders’ Day')
  assert.ok((await endOf(cell)) - (await endOf(name)) <= 8, 'the name ends before its cell does')
  const width = async () => (await name.boundingBox())?.width
  const before = await width()
  await cell.hover()
  await cell.getByRole('button', { name: /^New post on this day/ }).waitFor()
  assert.equal(await width(), before)

  // The small composer of a day writes a note instead, and keeps its text.
  await cell.press('Enter')
  const small = page.getByRole('dialog')
  await small.getByRole('textbox', { name: 'What do you want to say?' }).fill('We are closed.')
  await small.getByRole('button', { name: 'Add note' }).click()
  const noteDialog = page.getByRole('dialog', { name: 'New note' })
  await noteDialog.getByLabel('Text').fill('Closed all day')
  assert.equal(await noteDialog.getByLabel('First day').inputValue(), dayOf(10))
  await noteDialog.getByRole('button', { name: 'Add note' }).click()
  await cell.getByRole('button', { name: 'Note: Closed all day' }).waitFor()
  await cell.press('Enter')
  assert.equal(await small.getByRole('textbox', { name: 'What do you want to say?' }).inputValue(), 'We are closed.')
  await page.keyboard.press('Escape')
  await small.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })

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
