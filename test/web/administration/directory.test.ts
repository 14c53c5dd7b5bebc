import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directory, scimSettings } from '#test/world/directory.ts'
import { openApi, openInstallation, signUp } from '../visitor.ts'

test('a superadmin sees the address for the directory, and gives the members of its groups a role on a brand', async () => {
  await using installation = await openInstallation(scimSettings)
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  await page.getByRole('link', { name: 'Administration' }).click()
  const places = page.getByRole('navigation', { name: 'Administration' })
  await places.getByRole('link', { name: 'Directory', exact: true }).click()
  await page.getByText('It manages 0 people. It hasn’t sent a request yet.').waitFor()
  await page.getByText(/\/scim\/v2$/).waitFor()
  await page.getByText('No groups yet').waitFor()

  const scim = directory({ url })
  const ben = await scim.person('ben')
  await scim.group('Writers', [ben])
  await page.reload()
  await page.getByText(/^It manages 1 person\. Last request: /).waitFor()
  await page.getByRole('button', { name: /Writers.*1 member.*Gives no role yet/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Writers' })
  await dialog.getByLabel('Role in Posthorn').selectOption('Support')
  await dialog.getByLabel(/^Role on /).selectOption('Editor')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /Writers.*1 member.*Support, Editor of / }).waitFor()
  const members = await api.get(`/v1/profiles/${api.profileId}/members`)
  assert.equal(members.find((one: { uid: string }) => one.uid === ben)?.role, 'editor')

  await page.getByRole('button', { name: /Writers/ }).click()
  await dialog.getByLabel('Role in Posthorn').selectOption('None')
  await dialog.getByLabel(/^Role on /).selectOption('None')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Gives no role yet').waitFor()
  assert.equal((await api.get(`/v1/profiles/${api.profileId}/members`)).length, 1)
  assert.deepEqual(faults, [])
})
