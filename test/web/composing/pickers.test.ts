import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { type Network, platformIdOf } from '#rules/network-names.ts'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

test('a quoted post is one of the account, or another by its link, and a place is the link of its page', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'threads', 'instagram'], { url, sandboxUrl, person: 'user-101' })
  const platforms = (['bluesky', 'threads'] as const).map(platformIdOf)
  const { id } = await api.post('/v1/posts', { profileId, content: 'The first rolls', platforms })
  const read = () => api.get(`/v1/posts/${id}`)
  await until('the post is published', async () => (await read()).status === 'published')
  const { targets } = await read()
  const sent = (network: Network) => targets.find((target: { network: string }) => target.network === network)

  await page.goto(`${url}/p/${profileId}/compose`)
  await page.getByLabel('What do you want to say?').fill('More rolls')
  await page.waitForURL(/post=post_/)
  const postId = new URL(page.url()).searchParams.get('post')
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name} ·`) })
  const pane = page.getByRole('tabpanel')
  const quote = pane.getByLabel('Quote a post')
  const choices = () => quote.locator('option').allTextContents()
  const untilSet = (network: Network, settings: object) =>
    until(`${network} has its settings`, async () => {
      const post = await api.get(`/v1/posts/${postId}`)
      const target = post.targets.find((one: { network: string }) => one.network === network)
      return isDeepStrictEqual(target?.overrides.settings ?? {}, settings)
    })

  await tab('Bluesky').click()
  await page.getByText('More for Bluesky').click()
  await until('the posts are offered', async () => (await choices()).length === 3)
  const [none, other, own = ''] = await choices()
  assert.deepEqual([none, other], ['None', 'Another post (paste its link)'])
  assert.match(own, /^The first rolls · /)
  await quote.selectOption(own)
  await untilSet('bluesky', { quote: sent('bluesky').platformUrl })
  await page.locator('[data-preview=bluesky] [data-preview-quote]').waitFor()
  await quote.selectOption('Another post (paste its link)')
  await pane.getByLabel('Link to the post').fill('https://example.com/')
  const issues = page.getByRole('region', { name: 'Before you publish' })
  await issues.getByText('The quoted post isn’t on Bluesky.').waitFor()
  await quote.selectOption('None')
  await untilSet('bluesky', {})

  // A link of Threads does not lead to its post, so only posts that were published here can be quoted.
  await tab('Threads').click()
  await page.getByText('More for Threads').click()
  await until('the posts are offered', async () => (await choices()).length === 2)
  await quote.selectOption((await choices())[1] ?? '')
  await untilSet('threads', { quotePostId: sent('threads').platformPostId })
  assert.deepEqual(await listBarriers(page), [])

  await tab('Instagram').click()
  await page.getByText('More for Instagram').click()
  const place = pane.getByLabel('Place')
  await place.fill('https://www.facebook.com/thebakery')
  await pane.getByText('This link has no page ID.').waitFor()
  // A text that is not understood holds the post back.
  await page.getByRole('button', { name: /^Publish to/ }).click()
  await until('the field has the focus', () => place.evaluate((field) => field.ownerDocument.activeElement === field))
  for (const link of [
    'https://www.facebook.com/pages/The-Bakery/110774245616525',
    'facebook.com/The-Bakery-110774245616525/',
    'https://www.facebook.com/profile.php?id=110774245616525',
    '110774245616525',
  ]) {
    await place.fill(link)
    await untilSet('instagram', { locationId: '110774245616525' })
    await place.fill('')
    await untilSet('instagram', {})
  }
  assert.deepEqual(faults, [])
})
