import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { openLiveDatabase } from '#test/harness/database.ts'
import { until } from '#test/harness/until.ts'
import { addressOf } from '#test/servers/tcp-proxy.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

const person = 'alice'

test('what a network returns is shown next to what was sent, and each character that differs is highlighted', async () => {
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
  await until('it is published', async () => (await api.get(`/v1/posts/${id}`)).status === 'published')
  const { targets } = await api.get(`/v1/posts/${id}`)
  const target = targets.find(({ platform }: { platform: string }) => platform === 'mastodon')
  const edited = await fetch(`${sandboxUrl}/mastodon/api/v1/statuses/${target.platformPostId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer sandbox-token-${person}` },
    body: JSON.stringify({ status: 'The ovens are hot at 8!' }),
  })
  assert.ok(edited.ok, await edited.text())

  await page.goto(`${url}/p/${profileId}/posts/${id}`)
  await page.getByRole('button', { name: /Bluesky/, expanded: false }).click()
  const bluesky = page.getByRole('region', { name: 'Live on Bluesky' })
  await bluesky.getByText('Matches what you sent').waitFor()
  assert.equal(await bluesky.locator('[data-read-back-text]').innerText(), content)
  await page.getByRole('button', { name: /Mastodon/, expanded: false }).click()
  const mastodon = page.getByRole('region', { name: 'Live on Mastodon' })
  await mastodon.getByText('Different from what you sent').waitFor()
  assert.deepEqual(await mastodon.locator('del').allInnerTexts(), ['7'])
  assert.deepEqual(await mastodon.locator('ins').allInnerTexts(), ['8!'])
  assert.deepEqual(await listBarriers(page), [])
  assert.deepEqual(faults, [])
})

test('a post in progress for over five minutes says so, and its report reaches the operator as a ticket', async () => {
  const connectionString = addressOf(await openLiveDatabase())
  await using installation = await openInstallation({ DATABASE_URL: connectionString, SECRET_KEY: '00'.repeat(32) })
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky'], { url, sandboxUrl, person })
  await api.put('/v1/sandbox/faults/net-a', { kind: 'error_before' })
  const { id } = await api.post('/v1/posts', { profileId, content: 'The ovens are hot', platforms: ['net-a'] })
  await until('a try has failed', async () => (await api.get(`/v1/posts/${id}`)).targets[0].attempts > 0)
  await page.goto(`${url}/p/${profileId}/posts/${id}`)
  await page.getByRole('button', { name: 'Cancel publishing' }).waitFor()
  const note = page.getByRole('region', { name: 'Taking longer than usual' })
  assert.equal(await note.count(), 0, 'nothing is said of a post that has just begun')

  const postgres = new pg.Client({ connectionString })
  await postgres.connect()
  await postgres.query("update post set status_since = status_since - interval '6 minutes'")
  await postgres.end()
  await page.reload()
  await note.getByRole('button', { name: 'View report' }).click()
  const report = page.getByRole('dialog')
  await report.getByText('What we know').waitFor()
  await report.getByText('What happens next').waitFor()
  await report.getByText(`Post ${id}`).waitFor()
  assert.deepEqual(await listBarriers(page), [])
  await report.getByRole('button', { name: 'Send to administrator' }).click()
  await report.getByText('Report sent.').waitFor()
  const { tickets } = await api.get('/v1/admin/support')
  assert.equal(tickets[0].subject, id)
  assert.match(tickets[0].message, /bluesky: (queued|publishing), \d+ attempts?\./)
  assert.deepEqual(faults, [])
})
