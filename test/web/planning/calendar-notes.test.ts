import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

/** A day of next month, which cannot pass while the test runs. */
const dayOf = (day: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day)).toISOString().slice(0, 10)
}
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const cell = (page: Page, day: number) => page.locator(`[data-day="${dayOf(day)}"]`)

test('a note is written, changed and deleted by keyboard, and is on each of its days in every view', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'Pacific/Kiritimati', viewport: desk })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const label = await api.post('/v1/labels', { profileId, name: 'Winter', color: 'blue' })
  const notes = async () => (await api.get(`/v1/calendar-notes?profileId=${profileId}`)).notes

  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}`)
  await cell(page, 10).focus()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Text').fill('Market stall')
  await dialog.getByLabel('Last day').fill(dayOf(12))
  assert.deepEqual(await listBarriersInThemes(page), [])
  await dialog.getByLabel('Text').focus()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Add note' }).press('Enter')
  for (const day of [10, 11, 12]) await cell(page, day).getByRole('button', { name: 'Note: Market stall' }).waitFor()
  assert.equal(
    await cell(page, 13)
      .getByRole('button', { name: /^Note:/ })
      .count(),
    0,
  )
  await until('the day has the focus', () => page.evaluate(`document.activeElement.dataset.day === '${dayOf(10)}'`))
  const [note] = await notes()
  assert.deepEqual([note.fromDate, note.toDate], [dayOf(10), dayOf(12)])

  await cell(page, 11).getByRole('button', { name: 'Note: Market stall' }).press('Enter')
  await dialog.getByLabel('Label').selectOption({ label: 'Winter' })
  await api.patch(`/v1/calendar-notes/${note.id}`, { text: 'Market stall, 9–14' })
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.getByText('Someone else changed this note to “Market stall, 9–14”.').waitFor()
  assert.equal((await notes())[0].labelId, null, 'the other change is not lost')
  await dialog.getByLabel('Text').fill('Market stall, 9–15')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  const chip = page.getByRole('button', { name: 'Note: Market stall, 9–15' })
  await chip.first().waitFor()
  assert.equal((await notes())[0].labelId, label.id)

  for (const view of ['month', 'week', 'list']) {
    await page.goto(`${url}/p/${profileId}/calendar?view=${view}&date=${dayOf(10)}`)
    await chip.first().waitFor()
    assert.deepEqual(await listBarriersInThemes(page), [], view)
  }
  await page.setViewportSize(phone)
  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(11)}`)
  await chip.first().waitFor()
  await page
    .getByRole('button', { name: /no posts\. Note: Market stall, 9–15$/ })
    .first()
    .waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByRole('button', { name: 'More calendar options' }).click()
  await page.getByRole('menuitem', { name: 'Add note' }).click()
  assert.equal(await dialog.getByLabel('First day').inputValue(), dayOf(11))
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.keyboard.press('Escape')

  await page.setViewportSize(desk)
  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}`)
  await chip.first().press('Enter')
  await dialog.getByRole('button', { name: 'Delete note' }).press('Enter')
  await chip.first().waitFor({ state: 'detached' })
  await until('the day has the focus', () => page.evaluate(`document.activeElement.dataset.day === '${dayOf(10)}'`))
  assert.deepEqual(await notes(), [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await chip.first().waitFor()
  assert.deepEqual(
    (await notes()).map(({ text, toDate, labelId }: typeof note) => [text, toDate, labelId]),
    [['Market stall, 9–15', dayOf(12), label.id]],
  )
  // The browser itself reports the refusal of the change that came too late.
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('status of 412')),
    [],
  )
})
