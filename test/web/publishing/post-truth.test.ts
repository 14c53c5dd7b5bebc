import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

const person = 'alice'

test('what a network gives back stands beside what was sent, and each character that differs is marked', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'mastodon'], { url, sandboxUrl, person })
  const content = 'The ovens are hot at 7'
  const { id } = await api.post('/v1/posts', { profileId, content, platforms: ['net-a', 'mastodon'] })
  await until('it is out', async () => (await api.get(`/v1/posts/${id}`)).status === 'published')
  const { targets } = await api.get(`/v1/posts/${id}`)
  const target = targets.find(({ platform }: { platform: string }) => platform === 'mastodon')
  const edited = await fetch(`${sandboxUrl}/mastodon/api/v1/statuses/${target.platformPostId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer sandbox-token-${person}` },
    body: JSON.stringify({ status: 'The ovens are hot at 8!' }),
  })
  assert.ok(edited.ok, await edited.text())

  await page.goto(`${url}/p/${profileId}/posts/${id}`)
  await page.getByText('What Bluesky got').click()
  const bluesky = page.getByRole('region', { name: 'At Bluesky now' })
  await bluesky.getByText('Exactly as it was sent').waitFor()
  assert.equal(await bluesky.locator('[data-read-back-text]').innerText(), content)
  await page.getByText('What Mastodon got').click()
  const mastodon = page.getByRole('region', { name: 'At Mastodon now' })
  await mastodon.getByText('Differs from what was sent').waitFor()
  assert.deepEqual(await mastodon.locator('del').allInnerTexts(), ['7'])
  assert.deepEqual(await mastodon.locator('ins').allInnerTexts(), ['8!'])
  assert.deepEqual(await listBarriers(page), [])
  assert.deepEqual(faults, [])
})
