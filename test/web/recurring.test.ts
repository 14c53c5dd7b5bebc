import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp } from './visitor.ts'

test('a post repeats every Tuesday and Friday; one time is left out, the rhythm changes, and it is paused', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await api.post('/v1/posts', { profileId, content: 'Rye day.', platforms: ['bluesky'], saveAsDraft: true })
  const readRule = async () => (await api.get(`/v1/recurring-posts?profileId=${profileId}`))[0]

  await page.getByRole('link', { name: 'Recurring' }).click()
  await page.getByRole('button', { name: 'Repeat a post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repeat a post' })
  await dialog.getByRole('button', { name: 'Tuesday' }).click()
  await dialog.getByRole('button', { name: 'Friday' }).click()
  await dialog.getByRole('button', { name: 'Monday' }).click()
  await dialog.getByLabel('At', { exact: true }).fill('17:30')
  await dialog.getByText('Every Tuesday and Friday at 17:30').waitFor()
  await until('five times are shown', async () => (await dialog.getByRole('listitem').count()) === 5)
  await dialog.getByRole('button', { name: 'Start repeating' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Every Tuesday and Friday at 17:30').waitFor()
  assert.equal((await readRule()).cron, '30 17 * * TUE,FRI')

  await page.getByRole('button', { name: 'Next times' }).click()
  const first = page.getByRole('list', { name: 'Next times' }).getByRole('listitem').first()
  await first.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Skip' }).click()
  await first.getByText('left out').waitFor()
  assert.equal((await readRule()).exceptions[0].skipped, true)

  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change schedule' }).click()
  const form = page.getByRole('dialog', { name: 'Change the schedule' })
  await form.getByLabel('How often').selectOption('My own cron expression')
  await form.getByLabel('Cron expression').fill('30 25 * * *')
  await form.getByText(/hour/).last().waitFor()
  assert.equal(await form.getByRole('button', { name: 'Save' }).isDisabled(), true)
  await form.getByLabel('How often').selectOption('Every day')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Every day at 17:30').waitFor()

  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByText('Paused').waitFor()
  assert.equal((await readRule()).status, 'paused')
  assert.deepEqual(
    faults.filter((fault) => !/status of 400/.test(fault)),
    [],
  )
})
