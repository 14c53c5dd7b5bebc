import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

const dayMs = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()

test('the queue lists its posts in one card by day, and jumps to a date that is in the URL', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky'], { url, sandboxUrl, person: 'alice' })
  const plan = (content: string, days: number) =>
    api.post('/v1/posts', { profileId, content, platforms: ['bluesky'], scheduledAt: inDays(days) })
  await plan('Soon', 1)
  for (let nth = 0; nth < 14; nth += 1) await plan(`Rolls ${nth}`, 2)
  await plan('Much later', 40)
  await page.goto(`${url}/p/${profileId}/queue`)
  await page.getByText(/^16 scheduled · next one in /).waitFor()
  const rows = page.getByRole('main').getByRole('listitem')
  await until('every post has a row', async () => (await rows.count()) === 16)
  const { height } = (await rows.nth(3).boundingBox()) ?? assert.fail('the row is not there')
  assert.ok(height <= 46, `a row takes ${height} px`)
  const bottom = await rows.nth(13).boundingBox()
  assert.ok(bottom && bottom.y + bottom.height <= 900, `the 14th post ends at ${bottom && bottom.y + bottom.height} px`)

  await page.getByRole('button', { name: 'Jump to a date' }).click()
  const days = page.getByRole('dialog', { name: 'Jump to a date' }).getByRole('group', { name: 'Day' })
  await days.locator('[aria-current=date]').focus()
  // 39 days from today.
  for (const key of [...Array(5).fill('ArrowDown'), ...Array(4).fill('ArrowRight')]) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/queue?from=${inDays(39).slice(0, 10)}`)
  await page.getByRole('link', { name: 'Soon' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('link', { name: 'Much later' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Soon' }).count(), 0)
  await page.getByRole('button', { name: 'From now' }).click()
  await page.getByRole('link', { name: 'Soon' }).waitFor()
  assert.deepEqual(faults, [])
})

const day = inDays(3).slice(0, 10)
const paths = [
  `/calendar?date=${day}`,
  `/calendar?view=week&date=${day}`,
  `/calendar?view=list&date=${day}`,
  '/queue',
  '/recurring',
  '/rehearsal?days=14',
]

test('the pages of the schedule never scroll sideways, and the dry run says what it counts', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const platforms = ['bluesky', 'mastodon', 'threads', 'facebook', 'x'] as const
  await connectNetworks(api, platforms, { url, sandboxUrl, person: 'user-101' })
  const word = 'Loafandloafandloafandloafandloafandloafandloaf'
  const { id } = await api.post('/v1/posts', { profileId, content: word, platforms, scheduledAt: inDays(3) })
  for (const days of [1, 3, 3, 3, 3]) {
    const content = `The rye loaf takes two days. ${word}`
    await api.post('/v1/posts', {
      profileId,
      content: `${content} ${Math.random()}`,
      platforms,
      scheduledAt: inDays(days),
    })
  }
  await api.post('/v1/recurring-posts', { postId: id, cron: '0 18 * * MON', timezone: 'UTC', name: word })
  for (const path of paths) {
    await page.goto(`${url}/p/${profileId}${path}`)
    await page
      .getByText(/Loafandloaf/)
      .first()
      .waitFor({ state: 'attached' })
    for (const width of [320, 390, 640, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
      const tooWide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      assert.equal(tooWide, 0, `${path} at ${width} px`)
    }
  }
  await page.getByText('30 deliveries of 6 posts').waitFor()
  assert.deepEqual(faults, [])
})

test('a rule that has no name, or one that its post begins with, shows the post’s text once above its rhythm', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky'], { url, sandboxUrl, person: 'alice' })
  const post = { profileId, platforms: ['bluesky'], saveAsDraft: true }
  for (const [content, name] of [
    ['Monday quiz: who drinks the most coffee?', 'Monday Quiz'],
    ['Fresh rolls at seven', null],
    ['Bread and salt', 'For new neighbors'],
  ]) {
    const { id } = await api.post('/v1/posts', { ...post, content })
    await api.post('/v1/recurring-posts', { postId: id, cron: '0 9 * * MON', timezone: 'UTC', name })
  }
  await page.goto(`${url}/p/${profileId}/recurring`)
  const row = (content: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: content })
  const linesOf = async (content: string) => {
    await row(content).getByRole('link').waitFor()
    return (await row(content).innerText()).split('\n').filter((line) => line.trim() !== '')
  }
  for (const content of ['Monday quiz: who drinks the most coffee?', 'Fresh rolls at seven']) {
    const [title, rhythm = '', ...rest] = await linesOf(content)
    assert.deepEqual([title, rest], [content, []])
    assert.match(rhythm, /^Every Monday at 09:00 · /)
  }
  const [name, content, rhythm = ''] = await linesOf('Bread and salt')
  assert.deepEqual([name, content], ['For new neighbors', 'Bread and salt'])
  assert.match(rhythm, /^Every Monday at 09:00 · /)
  assert.deepEqual(await listBarriersInThemes(page), [])
  assert.deepEqual(faults, [])
})
