import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

test('a member reads who did what in the brand and from where, filters it, and saves it as CSV', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit()
  await signUp(owner.page, url, 'Ada')
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  const post = { profileId, saveAsDraft: true }
  await ada.post('/v1/posts', { ...post, content: 'Written by Ada' })
  const { key } = await ada.post('/v1/api-keys', { name: '=Robot', scopes: ['posts:read', 'posts:write'] })
  const made = await fetch(`${url}/v1/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...post, content: 'Written by a program' }),
  })
  assert.equal(made.status, 201)

  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Vera')
  const vera = await openApi(url, 'Vera')
  const { inviteToken } = await ada.post(`/v1/profiles/${profileId}/invites`, { role: 'viewer' })
  await vera.post('/v1/profiles/invites/accept', { token: inviteToken })

  await page.goto(`${url}/p/${profileId}/settings/activity`)
  const rows = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await rows
    .filter({ hasText: 'Ada · API key “=Robot” ·' })
    .getByRole('link', { name: 'Written by a program' })
    .waitFor()
  await rows.filter({ hasText: 'Ada · Web ·' }).getByRole('link', { name: 'Written by Ada' }).waitFor()
  await rows.filter({ hasText: 'Vera · Web ·' }).waitFor()
  await page.getByText('Covers the last 365 days.').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])

  // The filters are in the URL, so a reload keeps them.
  await page.getByLabel('Where').selectOption('API key')
  await rows.nth(1).waitFor({ state: 'detached' })
  assert.match(await rows.innerText(), /Robot/)
  await page.reload()
  await rows.first().waitFor()
  assert.equal(await rows.count(), 1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const file = await readFile((await download.path()) ?? '', 'utf8')
  assert.match(file, /,Ada,api-key,'=Robot,post\.created,/)
  assert.equal(file.trim().split('\r\n').length, 2)

  await page.getByLabel('Person').selectOption('Vera')
  await page.getByText('No activity matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('What').selectOption('Members')
  await rows.nth(1).waitFor({ state: 'detached' })
  await rows.filter({ hasText: 'Vera' }).waitFor()

  // What concerns only her is on the other tab.
  await page.getByRole('button', { name: 'Your account' }).click()
  await rows.filter({ hasText: 'You ·' }).first().waitFor()
  assert.deepEqual(visitor.faults, [])
})
