import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

test('a server administrator pauses publishing, edits a job, acknowledges an alert, runs self-tests, and reads the log', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true }).click()

  await page.getByRole('link', { name: 'Administration' }).click()
  await open('Queue')
  const button = page.getByRole('button', { name: 'Pause Bluesky' })
  await button.focus()
  await page.keyboard.press('Enter')
  const pause = page.getByRole('dialog', { name: 'Pause publishing' })
  await pause.getByLabel('Reason').waitFor()
  await page.keyboard.press('Escape')
  const readFocus = () => page.evaluate("document.activeElement.getAttribute('aria-label')")
  await until('the focus is back', async () => (await readFocus()) === 'Pause Bluesky')
  await button.click()
  await pause.getByLabel('Reason').fill('We talk to Bluesky.')
  await pause.getByRole('button', { name: 'Pause', exact: true }).click()
  const bluesky = page.getByRole('table').locator('tbody', { hasText: 'Bluesky' })
  await bluesky.getByText(/^Paused .* by Ada$/).waitFor()
  const { profileId } = api
  const post = await api.post('/v1/posts', {
    profileId,
    content: 'In a pause',
    platforms: ['bluesky'],
  })
  await bluesky.getByRole('cell', { name: '1' }).waitFor()
  const statusOf = async () => (await api.get(`/v1/posts/${post.id}`)).status
  assert.equal(await statusOf(), 'queued')
  await page.getByRole('button', { name: 'Resume Bluesky' }).click()
  await page.getByText('Publishing resumed').waitFor()
  await until('the post is published', async () => (await statusOf()) === 'published')

  await open('Scheduled jobs')
  const row = page.getByRole('button', { name: /^Delete old events/ })
  await row.click()
  const job = page.getByRole('dialog', { name: 'Delete old events' })
  await job.getByLabel('How often').selectOption('Custom (cron)')
  await job.getByLabel('Cron expression').fill('0 0 31 2 *')
  await job.getByRole('button', { name: 'Save' }).click()
  await job.getByText(/never runs/).waitFor()
  await job.getByLabel('How often').selectOption('Every day')
  await job.getByLabel('At', { exact: true }).fill('05:10')
  await job.getByRole('button', { name: 'Save' }).click()
  await job.getByText('Saved').waitFor()
  await job.getByRole('button', { name: 'Run now' }).click()
  await job.getByRole('listitem').filter({ hasText: 'Started by Ada' }).getByText('Done').waitFor()
  await page.keyboard.press('Escape')
  await row.getByText('Every day at 05:10 UTC').waitFor()

  await open('Alerts')
  await page.getByRole('button', { name: 'Raise an alert' }).click()
  await page.getByLabel('Message').fill('We move on Sunday.')
  await page.getByRole('button', { name: 'Raise alert' }).click()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByLabel('Note for other administrators').fill('All is packed.')
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText('No open alerts').waitFor()
  await page.getByRole('link', { name: 'Acknowledged' }).click()
  await page.getByText('All is packed.').waitFor()
  await page.getByLabel('Minimum severity').selectOption('Critical')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  assert.equal((await api.get('/v1/admin/alert-prefs')).minSeverity, 'critical')

  await open('Self-tests')
  await page.getByText(/^No tests run yet\./).waitFor()
  const tests = page.getByRole('list', { name: 'Networks' }).getByRole('listitem')
  const marked = tests.filter({ has: page.locator('svg') })
  assert.deepEqual([await tests.count(), await marked.count()], [10, 10])
  assert.equal(await page.getByText('Never run').count(), 0, 'one sentence says it for all')
  await page.getByRole('button', { name: 'Run Clock test' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Clock' }).getByText('Passed').waitFor()
  assert.equal(await tests.getByText('Never run').count(), 10)
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByRole('button', { name: 'Run all tests' }).click()
  await page.getByRole('list', { name: 'Recent runs' }).getByRole('button').nth(1).waitFor()
  const run = page.getByRole('list', { name: 'Recent runs' }).getByRole('button').first()
  await run.getByText(/^(Passed|Failed)$/).waitFor()
  await run.click()
  const found = page.getByRole('dialog').getByRole('listitem')
  await found.filter({ hasText: 'The database is responding and writable.' }).getByText('Passed').waitFor()
  await page.keyboard.press('Escape')

  await open('Audit log')
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByRole('listitem').first().waitFor()
  assert.doesNotMatch(await log.innerText(), /[a-z]+_[0-9a-z]{20}/, 'an ID is only in the dialog of an entry')
  await page.getByLabel('Who', { exact: true }).fill('Ada')
  await page.getByLabel('Action', { exact: true }).fill('cron.changed')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: 'Remove filter: Who: Ada' }).waitFor()
  await page.getByRole('button', { name: /^Scheduled job changed/ }).click()
  const entry = page.getByRole('dialog', { name: 'Scheduled job changed' })
  await entry.getByText('10 5 * * *').waitFor()
  await entry.getByText('schedule', { exact: true }).waitFor()
  await entry.getByRole('button', { name: 'All changes to this' }).click()
  const ofJob = page.getByRole('button', { name: /^Scheduled job run.*event-stream-sweep/ })
  await ofJob.waitFor()
  // The day is a heading, so a row has only its time.
  await page.getByRole('heading', { level: 2, name: /^Today · / }).waitFor()
  assert.match(await ofJob.locator('time').innerText(), /^\d\d:\d\d$/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export signed log' }).click()
  assert.match((await download).suggestedFilename(), /^posthorn-audit-.*\.jsonl$/)
  // The browser logs the refused schedule.
  assert.deepEqual(
    faults.filter((fault) => !/status of 400 .*event-stream-sweep/.test(fault)),
    [],
  )
})
