import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { openLiveDatabase } from '#test/harness/database.ts'
import { until } from '#test/harness/until.ts'
import { addressOf } from '#test/servers/tcp-proxy.ts'
import { connectBluesky, listBarriers, openApi, openInstallation, password, signUp, untilHolds } from '../visitor.ts'

/** Finds the banner for a failure and its actions. */
const banner = (page: Page, title: string): Locator =>
  page.locator('div.rounded-md', { has: page.getByRole('alert').getByText(title, { exact: true }) }).last()
const words = (page: Page) => page.getByLabel('What do you want to say?')

test('each refusal and each error has a message and a next step, and no text is lost', async () => {
  const database = await openLiveDatabase()
  const connection = addressOf(database)
  await using installation = await openInstallation({
    DATABASE_URL: connection,
    SECRET_KEY: '00'.repeat(32),
  })
  const { url } = installation
  await using owner = await installation.visit()
  await signUp(owner.page, url, 'Ada')
  await owner.page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(owner.page)
  await using guest = await installation.visit()
  await signUp(guest.page, url, 'Bob')
  const [ada, bob] = [await openApi(url, 'Ada'), await openApi(url, 'Bob')]
  const { uid } = await bob.get('/v1/auth/me')
  const { page } = guest
  const draft = { profileId: ada.profileId, content: 'Rolls', platforms: ['bluesky'], saveAsDraft: true }
  const { id } = await ada.post('/v1/posts', draft)
  const address = `${url}/p/${ada.profileId}/posts/${id}`

  // 403 for the plan: the link leads to the plan's limits.
  await ada.post(`/v1/admin/users/${uid}/role`, { plan: 'free' })
  await page.goto(`${url}/p/${bob.profileId}/settings/webhooks`)
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  await page.getByLabel('URL').fill('https://example.com/posthorn')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const plan = banner(page, 'Upgrade needed')
  await plan.getByText('The free plan doesn’t include webhooks.').waitFor()
  assert.deepEqual(await listBarriers(page), [])
  await plan.getByRole('link', { name: 'View plan and limits' }).click()
  await page.getByRole('heading', { name: 'Usage', level: 2 }).waitFor()

  // 403 for another user's post, and for the administration pages.
  await page.goto(address)
  const foreign = banner(page, 'You don’t have access to this')
  await foreign.getByRole('link', { name: 'Go to Home' }).click()
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
  await page.goto(`${url}/p/${bob.profileId}/admin/users`)
  await page.getByText('Administrators only').waitFor()

  // 403 for a role that was revoked while the page was open.
  const { inviteToken: token } = await ada.post(`/v1/profiles/${ada.profileId}/invites`, { role: 'editor' })
  await bob.post('/v1/profiles/invites/accept', { token })
  await page.goto(address)
  await page.getByRole('button', { name: 'Publish now' }).waitFor()
  await ada.patch(`/v1/profiles/${ada.profileId}/members/${uid}`, { role: 'viewer' })
  await page.getByRole('button', { name: 'Publish now' }).click()
  await banner(page, 'You don’t have permission').getByRole('link', { name: 'See members' }).click()
  await page.getByRole('heading', { name: 'Members', level: 2 }).waitFor()

  // What needs two-step verification leads to its setup.
  await owner.page.goto(`${url}/p/${ada.profileId}/admin/networks`)
  await owner.page.getByRole('link', { name: 'Set up two-step verification' }).click()
  await owner.page.locator('#second-factor').getByRole('heading').waitFor()

  // An account that is disabled while its user writes: the text stays, and is saved once it is enabled again.
  await ada.patch(`/v1/profiles/${ada.profileId}/members/${uid}`, { role: 'editor' })
  await page.goto(`${url}/p/${ada.profileId}/compose?post=${id}`)
  await untilHolds(words(page), 'Rolls')
  await ada.post(`/v1/admin/users/${uid}/disable`, { reason: 'By mistake.' })
  await words(page).fill('Rolls at six')
  const sheet = page.getByRole('dialog', { name: 'Sign in' })
  await sheet.getByLabel('Password').fill(password)
  await sheet.getByRole('button', { name: 'Sign in' }).click()
  await banner(page, 'Your account has been disabled').getByText('Your unsaved work stays in this browser').waitFor()
  await ada.post(`/v1/admin/users/${uid}/enable`, {})
  await sheet.getByRole('button', { name: 'Sign in' }).click()
  await sheet.waitFor({ state: 'detached' })
  const stored = async () => (await ada.get(`/v1/posts/${id}`)).content
  await until('the words are saved', async () => (await stored()) === 'Rolls at six')

  // 500: an internal error is not shown as a missing response, can be quoted, and loses no text.
  const postgres = new pg.Client({ connectionString: connection })
  await postgres.connect()
  try {
    await postgres.query('alter table audit_entry rename to audit_away')
    await words(page).fill('Rolls at seven')
    await page.getByText('Saved in this browser · server error').waitFor()
    await page
      .getByText(/req_\w+/)
      .first()
      .waitFor()
    assert.equal(await page.getByText('Can’t reach').count(), 0)
    await postgres.query('alter table audit_away rename to audit_entry')
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.equal(await stored(), 'Rolls at seven')

    await postgres.query('alter table profile_member rename to member_away')
    await page.goto(url)
    const ours = banner(page, 'Something went wrong on our side')
    await ours.getByText(/req_\w+/).waitFor()
    assert.deepEqual(await listBarriers(page), [])
    await postgres.query('alter table member_away rename to profile_member')
    await ours.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
  } finally {
    await postgres.end()
  }

  // 429: the wait is shown as a countdown.
  await page.goto(`${url}/auth/sign-in`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('not a few words')
  const tooOften = banner(page, 'Too many attempts')
  await until('Posthorn asks to wait', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click()
    return await tooOften.isVisible()
  })
  const left = async () => Number((await tooOften.getByRole('timer').textContent())?.match(/\d+/)?.[0] ?? 0)
  const first = await left()
  assert.ok(first > 0)
  await until('the wait is counted down', async () => (await left()) < first)
})
