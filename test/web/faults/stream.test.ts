import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { openTcpProxy } from '#test/servers/tcp-proxy.ts'
import { connectBluesky, openApi, openInstallation, signUp, untilHolds } from '../visitor.ts'

const hourMs = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString()
/** Longer than the maximum silence of a stream. */
const silenceMs = 41_000
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('open pages follow changes by other programs, even after a stream was interrupted or went silent', async () => {
  await using installation = await openInstallation()
  await using proxy = await openTcpProxy({ connectionString: installation.url })
  const url = `http://127.0.0.1:${proxy.port}`
  await using visitor = await installation.visit({ timezoneId: 'Asia/Tokyo' })
  const { page } = visitor
  await page.clock.install()
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  // API calls bypass the proxy, like another program's.
  const api = await openApi(installation.url, 'Ada')
  const { profileId } = api
  await api.patch(`/v1/profiles/${profileId}`, { timezone: 'Asia/Tokyo' })
  const write = async (content: string, more: object) =>
    (await api.post('/v1/posts', { profileId, content, platforms: ['bluesky'], ...more })).id as string
  const go = async (path: string, heading: string) => {
    const stream = page.waitForResponse(/\/v1\/events\/stream$/)
    await page.goto(`${url}/p/${profileId}/${path}`)
    await page.getByRole('heading', { name: heading }).first().waitFor()
    await stream
  }
  const notice = page.getByRole('status').filter({ hasText: /Can’t reach|paused|offline/ })

  await go('queue', 'Queue')
  const rye = await write('Rye at noon', { scheduledAt: inHours(30) })
  await page.getByText('Rye at noon').waitFor()
  await api.patch(`/v1/posts/${rye}`, { content: 'Rye at one' })
  await page.getByText('Rye at one').waitFor()

  // The week of a profile in Tokyo, seven days ahead.
  const day = new Date(Date.now() + 7 * 24 * hourMs).toLocaleDateString('en-CA', { timeZone: 'Asia/Tokyo' })
  await go(`calendar?view=week&date=${day}`, '')
  const spelt = await write('Spelt next week', { scheduledAt: inHours(7 * 24) })
  const chip = page.locator(`[data-day="${day}"] [data-post="${spelt}"]`)
  await chip.waitFor()
  await api.delete(`/v1/posts/${spelt}`)
  await chip.waitFor({ state: 'detached' })

  const endpoint = await api.post('/v1/webhooks', {
    url: `${installation.sandboxUrl}/receiver/stream`,
    events: ['post.queued'],
  })
  await go(`settings/webhooks/${endpoint.id}`, 'Deliveries')
  await api.post(`/v1/webhooks/${endpoint.id}/test`, {})
  await page
    .getByRole('list', { name: 'Deliveries' })
    .getByText(/1 attempt · 200/)
    .waitFor()

  await go('media', 'Media')
  const form = new FormData()
  form.append('profileId', profileId)
  form.append('file', new Blob([Buffer.from(dot, 'base64')], { type: 'image/png' }), 'pier.png')
  const headers = { authorization: `Bearer ${api.token}` }
  const sent = await fetch(`${installation.url}/v1/media/upload`, { method: 'POST', headers, body: form })
  assert.ok(sent.ok, await sent.text())
  await page.getByText('pier.png').first().waitFor()

  // The connection is cut. Missed changes appear afterwards, and the page shows no notice for such a short cut.
  const draft = await write('Oat', { saveAsDraft: true })
  await go(`compose?post=${draft}`, 'Edit post')
  const words = page.getByLabel('What do you want to say?')
  await untilHolds(words, 'Oat')
  proxy.refuse()
  await api.patch(`/v1/posts/${draft}`, { title: 'Porridge' })
  proxy.heal()
  await page.getByText(/Merged: Title/).waitFor()
  assert.equal(await notice.count(), 0)

  // The connection stays open, but nothing comes through: the page notices, shows it, and stores the text.
  proxy.silence()
  for (let silences = 0; (await notice.count()) === 0; silences += 1) {
    assert.ok(silences < 5, 'a dead stream is noticed')
    await page.clock.fastForward(silenceMs)
  }
  await words.fill('Oat flakes')
  await api.patch(`/v1/posts/${draft}`, { firstComment: 'With honey' })
  proxy.heal()
  await notice.waitFor({ state: 'detached' })
  await page.getByText(/Merged: .*First comment/).waitFor()
  await until('the words are saved', async () => (await api.get(`/v1/posts/${draft}`)).content === 'Oat flakes')

  // Two tabs of one browser share a stream and edit one draft.
  const other = await page.context().newPage()
  await other.goto(page.url())
  const otherWords = other.getByLabel('What do you want to say?')
  await untilHolds(otherWords, 'Oat flakes')
  await otherWords.fill('Oat flakes and milk')
  await untilHolds(words, 'Oat flakes and milk')
})
