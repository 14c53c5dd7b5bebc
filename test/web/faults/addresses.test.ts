import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pages } from '../pages.ts'
import { notePending, openApi, openInstallation, password, settle, signUp } from '../visitor.ts'

/** Search parameters that pages read, with invalid values. */
const nonsense =
  'view=agenda&date=2026-13-45&tab=lost&days=1e9&range=9d&from=soon&to=later&by=minute&metric=joy&network=myspace&show=some&page=-1&kind=none&use=never'

test('invalid search parameters open the page as usual', async () => {
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
  // An invalid filter is ignored, so the page offers no way to remove it.
  await page.goto(
    `${url}/p/${profileId}/admin/audit-log?${nonsense.replaceAll('from', 'since').replaceAll('to=', 'until=')}`,
  )
  await page.getByRole('list', { name: 'Audit log' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Remove filter/ }).count(), 0)
})

test('a redirect to another site after sign-in leads to the home page instead', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  await signUp(visitor.page, url, 'Ada')
  const home = visitor.page.url()
  await using stranger = await installation.visit()
  const { page, faults } = stranger
  await page.goto(`${url}/auth/sign-in?next=${encodeURIComponent('https://elsewhere.example/')}`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
  assert.equal(page.url(), home)
  assert.deepEqual(faults, [])
})
