import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`at ${width} pixels, each account gets its own time: composer, calendar and post page show it`, async () => {
    await using installation = await openInstallation()
    const { url, sandboxUrl } = installation
    await using visitor = await installation.visit({ timezoneId: 'UTC', viewport: { width, height } })
    const { page, faults } = visitor
    await signUp(page, url, 'Ada')
    const api = await openApi(url, 'Ada')
    const { profileId } = api
    await api.patch(`/v1/profiles/${profileId}`, { timezone: 'UTC' })
    await connectNetworks(api, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'user-101' })
    await page.goto(`${url}/p/${profileId}/compose`)
    await page.getByLabel('What do you want to say?').fill('First here, then there')
    await page.waitForURL(/post=post_/)
    const id = new URL(page.url()).searchParams.get('post') ?? ''
    const read = () => api.get(`/v1/posts/${id}`)
    const timesOf = async () => {
      const { targets } = await read()
      return targets.map((one: { scheduledAt: string | null }) => one.scheduledAt)
    }

    await page.getByRole('button', { name: /^When:/ }).click()
    const picker = page.getByRole('dialog', { name: 'When to publish' })
    await picker.getByLabel('Or type a time').fill('in 3 days 8:00')
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await picker.getByRole('button', { name: 'A time for each account' }).click()
    const own = (network: string) => picker.getByLabel(new RegExp(`^Time for ${network} ·`))
    await own('Bluesky').fill(`${day}T08:00`)
    await own('Mastodon').fill(`${day}T18:00`)
    await page.getByRole('button', { name: /^When:.* · 1 later$/ }).waitFor()
    assert.deepEqual(await listBarriers(page), [])
    // The post begins with its first account, whichever that is.
    await own('Mastodon').fill(`${day}T06:30`)
    await until('Mastodon is first', async () => {
      const times = await timesOf()
      return times.join() === [`${day}T08:00:00.000Z`, `${day}T06:30:00.000Z`].join()
    })
    assert.equal((await read()).scheduledAt, `${day}T06:30:00.000Z`)
    const far = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await own('Mastodon').fill(`${far}T06:30`)
    await picker.getByRole('alert').filter({ hasText: 'at most seven days apart' }).waitFor()
    await own('Mastodon').fill(`${day}T18:00`)
    await until('Bluesky is first', async () => {
      const times = await timesOf()
      return times.join() === [`${day}T08:00:00.000Z`, `${day}T18:00:00.000Z`].join()
    })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Schedule for/ }).click()
    await until('it is scheduled', async () => (await read()).status === 'scheduled')

    await page.goto(`${url}/p/${profileId}/posts/${id}`)
    const there = page.getByRole('article', { name: /Mastodon$/ })
    await there.getByText('18:00').waitFor()
    await page.goto(`${url}/p/${profileId}/calendar?date=${day}`)
    const shown = page.getByRole('main').getByRole('link', { name: /First here, then there/ })
    await until('it is there twice', async () => (await shown.count()) === 2)
    const texts = await shown.allTextContents()
    assert.ok(texts[0]?.includes('08:00') && texts[1]?.includes('18:00'), texts.join(' | '))
    assert.deepEqual(await listBarriers(page), [])
    assert.deepEqual(faults, [])
  })
}

test('a post that is published now shows which account follows, and does not count as stuck', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'user-101' })
  await page.goto(`${url}/p/${profileId}/compose`)
  await page.getByLabel('What do you want to say?').fill('Now, and later')
  await page.waitForURL(/post=post_/)
  await page.getByRole('button', { name: /^When:/ }).click()
  const picker = page.getByRole('dialog', { name: 'When to publish' })
  await picker.getByRole('button', { name: 'A time for each account' }).click()
  await picker.getByRole('button', { name: '1 hour apart' }).click()
  assert.equal(await picker.getByLabel(/^Time for Mastodon ·/).inputValue(), '3600')
  const id = new URL(page.url()).searchParams.get('post') ?? ''
  await until('the delay is saved', async () => {
    const { targets } = await api.get(`/v1/posts/${id}`)
    return targets[1]?.overrides.delaySeconds === 3_600
  })
  await page.clock.install()
  await api.post(`/v1/posts/${id}/publish-now`, {})
  await page.goto(`${url}/p/${profileId}/posts/${id}`)
  await page
    .getByRole('article', { name: /Bluesky$/ })
    .getByText('Published')
    .waitFor()
  await page
    .getByRole('article', { name: /Mastodon$/ })
    .getByText('Scheduled')
    .waitFor()
  await page.clock.runFor(10 * 60_000)
  assert.equal(await page.getByRole('heading', { name: 'Taking longer than usual' }).count(), 0)
  assert.deepEqual(faults, [])
})
