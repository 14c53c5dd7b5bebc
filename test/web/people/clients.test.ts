import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

test('a client is invited to a month and to one post, sees both by link, and loses access when it is revoked', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const post = await api.post('/v1/posts', { profileId, content: 'Rolls at six', saveAsDraft: true })

  // From the list of members, for a period.
  await page.goto(`${url}/p/${profileId}/settings/members`)
  const clients = page.getByRole('region', { name: 'Clients' })
  await clients.getByText('No clients yet.').waitFor()
  await clients.getByRole('button', { name: 'Invite a client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a client' })
  await dialog.getByLabel('Name').fill('Maria')
  await dialog.getByLabel('Email address').fill('maria@client.example')
  await dialog.getByLabel('Shows').selectOption('nextMonth')
  await dialog.getByLabel('Link expires after').selectOption('year')
  if (process.env.SHOTS) await takeShots(page, `${process.env.SHOTS}/dialog`)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation sent to maria@client.example').waitFor()
  const row = clients.getByRole('listitem').filter({ hasText: 'Maria' })
  await row.getByText('Comment and approve').waitFor()
  await row.getByText('Not opened yet').waitFor()
  const [maria] = await api.get(`/v1/profiles/${profileId}/guests`)
  assert.match(`${maria.from} ${maria.to}`, /^\d{4}-\d\d-01 \d{4}-\d\d-(28|29|30|31)$/)
  assert.equal((await fetch(maria.url)).status, 200)

  // From the page of a post, for that post.
  await page.goto(`${url}/p/${profileId}/posts/${post.id}`)
  await page.getByRole('button', { name: 'Invite a client' }).click()
  await dialog.getByLabel('Name').fill('Nora')
  await dialog.getByLabel('Email address').fill('nora@client.example')
  assert.equal(await dialog.getByLabel('Shows').count(), 0)
  await dialog.getByLabel('Can').selectOption('see')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation sent to nora@client.example').waitFor()

  await page.goto(`${url}/p/${profileId}/settings/members`)
  await clients.getByRole('listitem').filter({ hasText: 'Nora' }).getByText('One post').waitFor()
  await row.getByText(/^.*Opened/).waitFor()
  await clients.getByLabel('Confirm decisions with an emailed code').click()
  await clients.getByRole('checkbox', { checked: false, disabled: false }).waitFor()
  assert.equal((await api.get(`/v1/profiles/${profileId}`)).guestCodes, false)
  assert.deepEqual(await listBarriersInThemes(page), [])
  if (process.env.SHOTS) await takeShots(page, process.env.SHOTS)

  await row.getByRole('button', { name: 'Actions for Maria' }).click()
  await page.getByRole('menuitem', { name: 'Revoke access' }).click()
  const sure = page.getByRole('dialog', { name: 'Revoke access for Maria?' })
  await sure.getByRole('button', { name: 'Revoke access' }).click()
  await row.getByText('Access revoked').waitFor()
  assert.equal((await fetch(maria.url)).status, 404)
  await row.getByRole('button', { name: 'Actions for Maria' }).click()
  assert.equal(await page.getByRole('menuitem', { name: 'Copy link' }).count(), 0)
  await page.getByRole('menuitem', { name: 'Delete client' }).click()
  await page.getByRole('dialog', { name: 'Delete Maria?' }).getByRole('button', { name: 'Delete client' }).click()
  await row.waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
})

async function takeShots(page: Page, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [1024, 800],
      [390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: `${folder}/${width}-${colorScheme}.png`, fullPage: true })
    }
}
