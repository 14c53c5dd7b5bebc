import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listBarriersInThemes, openApi, openInstallation, password, signUp } from '../visitor.ts'

const newPassword = 'other words in a row'

/** Loads a URL again, even if only its fragment differs from that of the page. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('a complete link from an email asks only for what it lacks, and an incomplete one for the code', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit()
  await signUp(owner.page, url, 'Ada')
  const ada = await openApi(url, 'Ada')
  const { inviteToken } = await ada.post(`/v1/profiles/${ada.profileId}/invites`, { role: 'editor' })
  await ada.post('/v1/auth/request-password-reset', { email: 'ada@example.com' })
  const [link = ''] = await installation.findInMail(/https?:\/\/[^\s"<>]*\/auth\/reset#[\w-]+/)

  await using visitor = await installation.visit()
  const { page, faults } = visitor
  const code = page.getByRole('textbox', { name: 'Code from the email' })
  await open(page, link)
  assert.equal(await code.count(), 0, 'the link contains the code')
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Password changed. Sign in with your new password.').waitFor()
  await open(page, `${url}/auth/reset`)
  assert.equal(await code.count(), 1, 'someone with only the code can enter it')

  await signUp(page, url, 'Bob')
  await open(page, `${url}/auth/invite#${inviteToken}`)
  await page.getByRole('heading', { name: 'Ada invited you to My brand' }).waitFor()
  await page.getByText('You’ll join as bob@example.com.').waitFor()
  assert.equal(await page.getByRole('textbox').count(), 0)
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await page.waitForURL(`${url}/p/${ada.profileId}`)
  assert.deepEqual(faults, [])
})

test('before the first account, home shows the guide and an outline of the week, and nothing that is empty', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('heading', { name: 'Three steps to your first post' }).waitFor()
  await page.getByText('Takes two clicks in the sandbox.').waitFor()
  await page.getByText('Scheduled posts appear here.').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Up next' }).count(), 0)
  assert.deepEqual(await listBarriersInThemes(page), [])

  // Hiding the guide shows the usual page.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Up next' }).waitFor()
  await page.getByText('You’re all caught up.').waitFor()
  assert.deepEqual(faults, [])
})

test('a person who opened the setup page before another claimed the installation learns it, and can sign in', async () => {
  await using installation = await openInstallation()
  await using first = await installation.visit()
  await using second = await installation.visit()
  const pages = [first.page, second.page]
  for (const page of pages) await page.goto(installation.entrance)
  for (const [nth, page] of pages.entries()) {
    await page.getByLabel('Email').fill(`owner-${nth}@example.com`)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Get started' }).click()
    if (nth === 0) await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
  }
  await second.page.getByRole('heading', { name: 'This installation already has an owner' }).waitFor()
  assert.equal(await second.page.getByRole('button', { name: 'Get started' }).count(), 0)
  await second.page.getByRole('link', { name: 'Sign in' }).click()
  await second.page.waitForURL(/\/auth\/sign-in/)
})

test('a reader whose clocks differ from the brand’s sees its zone in the bar of each page, on one line with the title', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'America/New_York' })
  const { page } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const home = `${url}/p/${api.profileId}`
  await api.patch(`/v1/profiles/${api.profileId}`, { timezone: 'Asia/Tokyo' })
  for (const path of ['', '/rehearsal', '/posts', '/compose']) {
    await open(page, home + path)
    // A page replaces its title once it has read what it shows.
    await page.getByText('Loading…').waitFor({ state: 'detached' })
    const zone = page.getByText('Tokyo · GMT+9')
    const [title, named] = [await page.getByRole('heading', { level: 1 }).boundingBox(), await zone.boundingBox()]
    assert.ok(title && named, path)
    assert.ok(named.y >= title.y && named.y + named.height <= title.y + title.height, `${path}: next to its title`)
  }
})
