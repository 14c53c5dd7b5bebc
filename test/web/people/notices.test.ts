import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

test('a failed post rings the bell, which leads to it, and the preferences turn its emails off', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky'], { url, sandboxUrl, person: 'alice' })
  const bell = page.getByRole('button', { name: /^Notifications/ })
  assert.equal(await bell.getAttribute('aria-label'), 'Notifications')
  const fail = async (content: string): Promise<string> => {
    await api.put('/v1/sandbox/faults/net-a', { kind: 'reject' })
    const { id } = await api.post('/v1/posts', { profileId, content, platforms: ['bluesky'] })
    return id
  }

  const id = await fail('Open on Sunday')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await list.getByText('Today').waitFor()
  assert.deepEqual(await listBarriers(page), [])
  await list.getByRole('link', { name: /^Unread A .* post failed.*Open on Sunday/ }).click()
  await page.waitForURL(`**/posts/${id}`)
  await list.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  await fail('Open on Monday')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await list.getByRole('button', { name: 'Mark all read' }).click()
  await list.getByRole('button', { name: 'Mark all read' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })

  await page.goto(`${url}/open/settings/account`)
  const email = page.getByRole('checkbox', { name: 'A post failed: Email' })
  await email.uncheck()
  const channels = async () => {
    const { preferences } = await api.get('/v1/notices/preferences')
    return preferences.find(({ kind }: { kind: string }) => kind === 'post_failed')
  }
  await until('the choice is stored', async () => (await channels()).email === false)
  assert.equal((await channels()).page, true)
  await page.reload()
  await email.waitFor()
  assert.equal(await email.isChecked(), false)
  assert.deepEqual(faults, [])
})
