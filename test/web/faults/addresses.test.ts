import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pages } from '../pages.ts'
import { notePending, openApi, openInstallation, settle, signUp } from '../visitor.ts'

/** Words that pages read from their address, with values that none of them knows. */
const nonsense =
  'view=agenda&date=2026-13-45&tab=lost&days=1e9&range=9d&from=soon&to=later&by=minute&metric=joy&network=myspace&show=some&page=-1&kind=none&use=never'

test('an address with values that no page knows opens the page as usual', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const { profileId } = await openApi(url, 'Ada')
  const pending = notePending(page)
  for (const path of pages) {
    await page.goto(`${url}/p/${profileId}${path}${path.includes('?') ? '&' : '?'}${nonsense}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settle(page, pending)
    assert.equal(await page.getByRole('alert').count(), 0, path)
    assert.deepEqual(faults, [], path)
  }
  await page.goto(`${url}/p/${profileId}/calendar?${nonsense}`)
  await page.locator('[data-day]').nth(27).waitFor()
  await page.locator('[aria-current=page]', { hasText: 'Month' }).waitFor()
  // A filter that no log has is none: the page offers no way to take it away.
  await page.goto(
    `${url}/p/${profileId}/admin/audit-log?${nonsense.replaceAll('from', 'since').replaceAll('to=', 'until=')}`,
  )
  await page.getByRole('list', { name: 'Audit log' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Remove the filter/ }).count(), 0)
})
