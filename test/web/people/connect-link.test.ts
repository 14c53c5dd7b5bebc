import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

test('a client connects an account by a link with chosen networks, a note and an end; it works once and can be revoked', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit()
  const { page } = owner
  await signUp(page, url, 'Ada')
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  await ada.patch(`/v1/profiles/${profileId}`, { name: 'Harbour Coffee' })
  await page.goto(`${url}/p/${profileId}/connections`)

  const dialog = page.getByRole('dialog', { name: 'Connect by link' })
  const create = async (networks: readonly string[]): Promise<string> => {
    await page.getByRole('button', { name: 'Connect by link' }).click()
    await dialog.getByRole('checkbox').first().waitFor()
    for (const box of await dialog.getByRole('checkbox').all())
      if (!networks.includes((await box.locator('..').innerText()).trim())) await box.uncheck()
    await dialog.getByLabel('The link expires in').selectOption('3 days')
    await dialog.getByLabel('Note').fill('Please connect the account of the café.')
    assert.deepEqual(await listBarriersInThemes(page), [])
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = (await dialog.locator('code').innerText()).trim()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    return link
  }
  const link = await create(['X', 'LinkedIn'])
  assert.ok(link.startsWith(`${url}/v1/connections/invites/`), link)

  // The client has no account here, and no scripts are needed.
  await using guest = await installation.visit({ javaScriptEnabled: false })
  const client = guest.page
  await client.goto(link)
  await client.getByRole('heading', { name: 'You’re invited to connect an account' }).waitFor()
  await client.getByText('Please connect the account of the café.').waitFor()
  assert.deepEqual(await client.getByRole('link').allInnerTexts(), ['in\nConnect LinkedIn', 'Connect X'])
  for (const one of await client.getByRole('link').all())
    assert.doesNotMatch((await one.getAttribute('href')) ?? '', /\?/)
  await client.getByRole('link', { name: 'Connect X' }).click()
  await client.locator('button, input[type=submit]').first().click()
  await client.getByRole('heading', { name: 'X is connected' }).waitFor()
  await client.goto(link)
  await client.getByRole('heading', { name: 'No account connected' }).waitFor()
  await page.getByRole('list', { name: 'Connections' }).getByRole('listitem').first().waitFor()

  // One that is revoked while the client reads it connects nothing.
  const other = await create(['X'])
  await client.goto(other)
  await page.getByRole('button', { name: 'Connect by link' }).click()
  const row = dialog.getByRole('list', { name: 'Open links' }).getByRole('listitem')
  assert.match(await row.innerText(), /X\s+expires in 3 days · Please connect/)
  await row.getByRole('button', { name: 'Revoke the link for X' }).click()
  await row.waitFor({ state: 'detached' })
  await client.getByRole('link', { name: 'Connect X' }).click()
  await client.getByRole('heading', { name: 'No account connected' }).waitFor()
  assert.equal((await ada.get(`/v1/platforms/accounts?profileId=${profileId}`)).length, 1)
  assert.deepEqual(owner.faults, [])
})
