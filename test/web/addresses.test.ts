import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInstallation, password, signUp } from './visitor.ts'

test('what a page does not know in its address, it leaves out: it opens as usual, and leads nowhere else', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const home = page.url()

  await page.goto(`${home}/calendar?view=agenda&date=2026-99-99`)
  await page.getByRole('link', { name: 'Month', exact: true }).and(page.locator('[aria-current=page]')).waitFor()
  assert.equal(await page.getByRole('columnheader').count(), 7)
  await page.waitForURL(`${home}/calendar`)
  await page.goto(`${home}/posts?tab=lost&account=7`)
  await page.getByRole('link', { name: 'All', exact: true }).and(page.locator('[aria-current=page]')).waitFor()
  await page.goto(`${home}/rehearsal?days=5`)
  await page.locator('[aria-current=page], [aria-pressed=true]').filter({ hasText: '7 days' }).waitFor()

  await using stranger = await installation.visit()
  await stranger.page.goto(`${url}/auth/sign-in?next=${encodeURIComponent('https://elsewhere.example/')}`)
  await stranger.page.getByLabel('Email').fill('ada@example.com')
  await stranger.page.getByLabel('Password').fill(password)
  await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await stranger.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  assert.equal(stranger.page.url(), home)
  assert.deepEqual([...faults, ...stranger.faults], [])
})
