import assert from 'node:assert/strict'
import { mkdtempDisposable, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, password, signUp } from '../visitor.ts'

const words = (page: Page) => page.getByLabel('What do you want to say?')
const says = (page: Page, text: string | RegExp) =>
  page
    .getByText(text, { exact: typeof text === 'string' })
    .first()
    .waitFor()
const hourMs = 3_600_000

test('text is kept when a session ends, a role is revoked, a file is refused, or the service is down, busy or restarted', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  // The clock of this device is two days fast.
  await page.clock.setSystemTime(Date.now() + 50 * hourMs)
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const renewals: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/auth/session')) renewals.push(request.url())
  })
  await page.getByRole('link', { name: 'New post' }).first().click()
  await words(page).fill('Rolls')
  await page.waitForURL(/post=post_/)
  await says(page, 'Saved')
  assert.deepEqual(renewals, [], 'a wrong clock does not make each call renew the session')
  await page.getByRole('button', { name: 'When: Now' }).click()
  await says(page, /This device’s clock is 2 days fast\./)
  await page.getByLabel('Or type a time').fill('in 3 h')
  const soon = new Date(Date.now() + 3 * hourMs).getTime()
  const shown = await page.getByText(/^Scheduled for /).textContent()
  const isSoon = [soon - 60_000, soon].some((at) => shown?.includes(new Date(at).toTimeString().slice(0, 5)))
  assert.ok(isSoon, `“in 3 h” counts from the time of the service: ${shown}`)
  await page.getByLabel('Or type a time').fill('')
  const address = page.url()
  const postId = new URL(address).searchParams.get('post') ?? ''
  const api = await openApi(url, 'Ada')
  const stored = async () => (await api.get(`/v1/posts/${postId}`)).content

  // 401: the session ends elsewhere. Two tabs ask for a sign-in, and one sign-in is enough for both.
  const second = await page.context().newPage()
  await second.goto(`${url}/p/${api.profileId}/posts`)
  await second.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
  const { sessions } = await api.get('/v1/auth/sessions')
  for (const { id, isCurrent } of sessions) if (!isCurrent) await api.delete(`/v1/auth/sessions/${id}`)
  await words(page).fill('Rolls at six')
  const sheet = page.getByRole('dialog', { name: 'Sign in' })
  await sheet.waitFor()
  assert.equal(await words(page).inputValue(), 'Rolls at six')
  // The sheet may be open already, and blocks everything on the page except a direct event.
  await second.getByRole('link', { name: 'Calendar', includeHidden: true }).first().dispatchEvent('click')
  await second.getByRole('dialog', { name: 'Sign in' }).waitFor()
  await sheet.getByLabel('Password').fill(password)
  await sheet.getByRole('button', { name: 'Sign in' }).click()
  await sheet.waitFor({ state: 'detached' })
  await second.getByRole('dialog', { name: 'Sign in' }).waitFor({ state: 'detached' })
  await says(page, 'Saved')
  await until('the service has the words', async () => (await stored()) === 'Rolls at six')
  const today = await second.locator('[aria-current=date]').first().getAttribute('data-day')
  assert.equal(today, new Date().toLocaleDateString('en-CA'))
  await second.close()

  // 413: a file that is too large is reported, and can be removed.
  await using folder = await mkdtempDisposable(join(tmpdir(), 'posthorn-large-'))
  const large = join(folder.path, 'large.png')
  await writeFile(large, '')
  await truncate(large, 501 * 2 ** 20)
  await page.locator('input[type=file]').first().setInputFiles(large)
  await page.getByText('This file is over 500 MB. Choose a smaller one.').waitFor()
  await page.getByRole('button', { name: 'Remove: large.png' }).click()
  assert.equal(await words(page).inputValue(), 'Rolls at six')

  // The service is down while text is written, and comes back.
  await installation.stop()
  await words(page).fill('Rolls at six.')
  await says(page, 'Offline · saved on this device')
  await says(page, /Can’t reach Posthorn/)
  await installation.restart({ RATE_LIMIT_PER_MINUTE: '3' })
  // 429: it is back, but busy. The page's own reads count, too.
  let tries = 0
  await until('the service is too busy to save', async () => {
    tries += 1
    await words(page).fill(`Rolls at six${'.'.repeat(tries)}`)
    return await page.getByText('Saved in this browser · syncing soon').isVisible()
  })
  const kept = await words(page).inputValue()
  await installation.stop()
  await installation.restart()
  await page
    .getByText('Saved in this browser · syncing soon')
    .or(page.getByText('Saved', { exact: true }))
    .first()
    .click()
  await says(page, 'Saved')
  await until('the service has the words', async () => (await stored()) === kept)
  await page
    .getByRole('status')
    .filter({ hasText: /Can’t reach Posthorn/ })
    .waitFor({ state: 'detached' })

  // The stream is back as well: a change by another program appears automatically.
  await api.patch(`/v1/posts/${postId}`, { title: 'Early' })
  await says(page, /Someone else changed this post while you were writing\. Merged: Title/)

  // 403: Bob can write first, and then only read.
  await using guest = await installation.visit()
  await signUp(guest.page, url, 'Bob')
  const bob = await openApi(url, 'Bob')
  const { inviteToken: token } = await api.post(`/v1/profiles/${api.profileId}/invites`, { role: 'editor' })
  await bob.post('/v1/profiles/invites/accept', { token })
  const { uid } = await bob.get('/v1/auth/me')
  await guest.page.goto(address)
  await until('Bob sees the draft', async () => (await words(guest.page).inputValue()) === kept)
  await api.patch(`/v1/profiles/${api.profileId}/members/${uid}`, { role: 'viewer' })
  await words(guest.page).fill('Bob says seven.')
  await says(guest.page, /Your text is kept in this browser/)
  await says(guest.page, /You are a viewer of this profile\. Only its editors can write posts/)
  await guest.page.getByRole('button', { name: 'Copy text' }).waitFor()
  assert.equal(await words(guest.page).inputValue(), 'Bob says seven.')
})
