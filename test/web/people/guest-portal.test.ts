import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectBluesky, listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

const narrow = { width: 320, height: 640 }

/** Fails if the page scrolls sideways. */
async function requireFits(page: Page): Promise<void> {
  const wide = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  assert.ok(wide <= 0, `${page.url()} is ${wide}px too wide`)
}

test('a client without an account approves one post and asks for changes in another, on a phone and without scripts', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit()
  owner.page.setDefaultTimeout(30_000)
  await signUp(owner.page, url, 'Ada')
  await owner.page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(owner.page)
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  await ada.patch(`/v1/profiles/${profileId}`, { name: 'Harbour Coffee', brandColor: '#8A3324', guestCodes: false })
  const in20Days = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const write = async (content: string): Promise<string> =>
    (await ada.post('/v1/posts', { profileId, content, platforms: ['bluesky'], scheduledAt: in20Days })).id
  const rolls = await write('Rolls at six')
  const buns = await write(`Buns at seven ${'andaverylongwordthatnobreakfits'.repeat(4)}`)
  const guest = await ada.post(`/v1/profiles/${profileId}/guests`, {
    name: 'Maria',
    email: 'maria@client.example',
    from: new Date().toISOString().slice(0, 10),
    to: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
    expiresAt: new Date(Date.now() + 60 * 86_400_000).toISOString(),
  })
  await ada.patch(`/v1/profiles/${profileId}`, { approvalSteps: [{ name: 'Client', guestIds: [guest.id] }] })

  // The settings name the guest among the people of the step, and saving keeps them.
  await owner.page.goto(`${url}/p/${profileId}/settings`)
  const card = owner.page.getByRole('region', { name: 'Approvals' })
  assert.equal(await card.getByLabel('Maria · maria@client.example').isChecked(), true)
  await card.getByLabel('Step 1: Name').fill('The client')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Saved').waitFor()
  await owner.page.goto(`${url}/p/${profileId}/posts/${rolls}`)
  const approval = owner.page.getByRole('region', { name: 'Approval', exact: true })
  await approval.getByText('Can approve now: Maria.').waitFor()
  const [step] = (await ada.get(`/v1/profiles/${profileId}`)).approvalSteps
  assert.deepEqual([step.name, step.guestIds], ['The client', [guest.id]])

  await using visitor = await installation.visit({ javaScriptEnabled: false, viewport: narrow })
  const client = visitor.page
  client.setDefaultTimeout(30_000)
  await client.goto(guest.url)
  await client.getByRole('heading', { name: 'Posts by Harbour Coffee' }).waitFor()
  await client.getByRole('heading', { name: '2 posts need your approval' }).waitFor()
  await requireFits(client)
  await client.getByRole('link', { name: 'Review posts' }).click()
  await client.getByText('Rolls at six').first().waitFor()
  await requireFits(client)
  await client.getByRole('button', { name: 'Approve' }).click()
  await client.getByText('You approved this post on').waitFor()
  assert.equal((await ada.get(`/v1/posts/${rolls}/approvals`)).status, 'approved')
  await approval.getByText(/^Maria \(client\) · Approved/).waitFor()

  // The next one. It is edited while the client reads it.
  await client.getByRole('link', { name: 'Next post' }).click()
  await client.getByText('Buns at seven').first().waitFor()
  await requireFits(client)
  await ada.patch(`/v1/posts/${buns}`, { content: 'Buns at eight' })
  await client.getByRole('button', { name: 'Approve' }).click()
  await client.getByRole('heading', { name: 'This post has changed' }).waitFor()
  await requireFits(client)
  await client.getByRole('link', { name: 'Review post' }).click()
  await client.getByText('Buns at eight').first().waitFor()
  await client.locator('summary').click()
  await client.getByLabel('What should change?').fill('Please say nine.')
  await client.getByRole('button', { name: 'Send request' }).click()
  await client.getByRole('heading', { name: 'Your request was sent' }).waitFor()
  await client.getByRole('link', { name: 'All posts' }).click()
  await client.getByText('Nothing needs your approval.').waitFor()
  assert.equal(await client.getByText('Buns at').count(), 0)
  assert.equal((await ada.get(`/v1/posts/${buns}`)).status, 'draft')

  // With codes, the same button asks for one.
  await ada.patch(`/v1/profiles/${profileId}`, { guestCodes: true })
  await ada.patch(`/v1/posts/${rolls}`, { content: 'Rolls at half past six' })
  await client.goto(guest.url)
  await client.getByRole('link', { name: /Rolls at half past six/ }).click()
  await client.getByText('has changed since your decision').waitFor()
  await client.getByRole('button', { name: 'Approve' }).click()
  await client.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await client.getByText('m…@client.example').waitFor()
  await requireFits(client)
  await client.getByLabel('6-digit code').fill('000 000')
  await client.getByRole('button', { name: 'Confirm' }).click()
  await client.getByText('4 tries left').waitFor()

  // A reader with scripts, for the rules of accessibility.
  await using reader = await installation.visit()
  for (const at of ['', `/posts/${rolls}`]) {
    await reader.page.goto(`${guest.url}${at}`)
    await reader.page.locator('h1').waitFor()
    assert.deepEqual(await listBarriersInThemes(reader.page), [])
  }
  await ada.post(`/v1/profiles/${profileId}/guests/${guest.id}/revoke`, {})
  await client.goto(guest.url)
  await client.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await requireFits(client)
})

test('an editor is offered to revoke a client, but not one whom a step names, and reads who can', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit()
  await signUp(owner.page, url, 'Ada')
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  const invite = (name: string) =>
    ada.post(`/v1/profiles/${profileId}/guests`, {
      name,
      email: `${name.toLowerCase()}@client.example`,
      from: new Date().toISOString().slice(0, 10),
      to: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
      expiresAt: new Date(Date.now() + 60 * 86_400_000).toISOString(),
      send: false,
    })
  const [maria] = [await invite('Maria'), await invite('Greta')]
  await ada.patch(`/v1/profiles/${profileId}`, { approvalSteps: [{ name: 'Client', guestIds: [maria.id] }] })
  await using visitor = await installation.visit()
  const { page } = visitor
  page.setDefaultTimeout(30_000)
  await signUp(page, url, 'Eve')
  const eve = await openApi(url, 'Eve')
  const { inviteToken } = await ada.post(`/v1/profiles/${profileId}/invites`, { role: 'editor' })
  await eve.post('/v1/profiles/invites/accept', { token: inviteToken })

  await page.goto(`${url}/p/${profileId}/settings/members`)
  await page.getByText('Only admins and the owner can revoke or delete this client').waitFor()
  await page.getByRole('button', { name: 'Actions for Maria' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: /Revoke|Delete/ }).count(), 0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Greta' }).click()
  await page.getByRole('menuitem', { name: 'Revoke access' }).waitFor()
  await page.getByRole('menuitem', { name: 'Delete client' }).waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByLabel('Confirm decisions with an emailed code').isDisabled(), true)
  assert.deepEqual(await listBarriersInThemes(page), [])

  await owner.page.goto(`${url}/p/${profileId}/settings/members`)
  await owner.page.getByRole('button', { name: 'Actions for Maria' }).click()
  await owner.page.getByRole('menuitem', { name: 'Revoke access' }).waitFor()
})
