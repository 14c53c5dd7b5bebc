import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

test('a post is shared by a link, commented on by its reader, and rejected with a reason', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const setting = page.locator('form').filter({ hasText: 'Required approvals' })
  await setting.getByLabel('Required approvals').fill('1')
  await setting.getByRole('button', { name: 'Save' }).click()
  await setting.getByText('Saved').waitFor()
  const scheduledAt = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const post = { profileId, content: 'Open on Sunday', platforms: ['bluesky'], scheduledAt }
  const { id } = await api.post('/v1/posts', post)

  await page.goto(`${url}/p/${profileId}/posts/${id}`)
  await page.getByText('Text to send (14/300 characters)').click()
  await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').first().waitFor()
  await page.getByRole('button', { name: 'New share link' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const address = await page.getByRole('group', { name: 'Link' }).locator('code').textContent()
  const comment = { name: 'Maria', text: 'Say Saturday instead.' }
  const answer = await fetch(`${address}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(comment),
  })
  assert.ok(answer.ok, await answer.text())
  await page.reload()
  await page.getByText('Say Saturday instead.').waitFor()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('group', { name: 'Link' }).waitFor({ state: 'detached' })
  assert.equal((await fetch(address ?? '')).status, 404)

  await page.getByText('Required before publishing').waitFor()
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel('Reason').fill('The day is wrong.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await page.getByText('The day is wrong.').waitFor()
  assert.equal((await api.get(`/v1/posts/${id}`)).status, 'draft')
  assert.deepEqual(faults, [])
})

test('a draft can become a version with different text for each of several other profiles', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Bob')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Bob')
  const { profileId } = api
  const shop = await api.post('/v1/profiles', { name: 'Second shop' })
  const credentials = { identifier: 'bob.sandbox', appPassword: 'sand-boxx-pass-word' }
  await api.post('/v1/connections/direct', { profileId: shop.id, platform: 'bluesky', credentials })
  const draft = { profileId, content: 'Open on Sunday', platforms: ['bluesky'], saveAsDraft: true }
  const { id } = await api.post('/v1/posts', draft)

  await page.goto(`${url}/p/${profileId}/posts/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy to other brands…' }).click()
  await page.getByLabel('Second shop').first().check()
  await page.getByLabel('Custom text for Second shop').fill('The shop is open, too')
  await page.getByRole('button', { name: 'Create 1 draft' }).click()
  await page.waitForURL((at) => !at.pathname.endsWith(id) && at.pathname.includes('/posts/post_'))
  const { posts } = await api.get(`/v1/posts?profileId=${shop.id}`)
  assert.deepEqual(
    posts.map(({ kind, status, content }: Record<string, string>) => [kind, status, content]),
    [['child', 'draft', 'The shop is open, too']],
  )
  const own = await api.get(`/v1/posts?profileId=${profileId}`)
  assert.deepEqual(
    own.posts.map(({ kind, content }: Record<string, string>) => [kind, content]),
    [['master', 'Open on Sunday']],
  )
  assert.deepEqual(faults, [])
})

test('a long text is collapsed to its first lines, and the rest is one click away', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Bob')
  const api = await openApi(url, 'Bob')
  const { profileId } = api
  const content = 'The story of a roastery, told in full. '.repeat(500)
  const { id } = await api.post('/v1/posts', { profileId, content, saveAsDraft: true })
  await page.goto(`${url}/p/${profileId}/posts/${id}`)
  const heightOf = () => page.evaluate<number>('document.documentElement.scrollHeight')
  const whole = page.getByRole('button', { name: 'Show all' })
  await whole.waitFor()
  assert.ok((await heightOf()) < 1_200, `the page is ${await heightOf()} px high`)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  assert.match(title, /^The story .*[a-z.]…$/)
  assert.ok(content.startsWith(`${title.slice(0, -1)} `), `“${title}” ends within a word`)
  await whole.click()
  await until('all of it is in sight', async () => (await heightOf()) > 5_000)
  await page.getByRole('button', { name: 'Show less' }).click()
  await until('it is folded again', async () => (await heightOf()) < 1_200)
  assert.deepEqual(faults, [])
})

test('a published step shows the time that its call took next to it, with a unit', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Bob')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Bob')
  const { profileId } = api
  const { id } = await api.post('/v1/posts', { profileId, content: 'Open on Sunday', platforms: ['bluesky'] })
  await until('the post is published', async () => (await api.get(`/v1/posts/${id}`)).status === 'published')
  let tookMs = 0
  await page.route(`**/v1/posts/${id}/publications*`, async (route) => {
    const answer = await route.fetch()
    const publications: readonly { readonly calls: readonly { readonly begunAt: string }[] }[] = await answer.json()
    const json = publications.map((publication) => ({
      ...publication,
      calls: publication.calls.map((call) => ({
        ...call,
        endedAt: new Date(Date.parse(call.begunAt) + tookMs).toISOString(),
      })),
    }))
    await route.fulfill({ response: answer, json })
  })
  // A shorter time would be shown as zero, so there is none.
  for (const [ms, shown] of [
    [300, 'Published\n0.3s'],
    [12_400, 'Published\n12s'],
    [20, 'Published'],
  ] as const) {
    tookMs = ms
    await page.goto(`${url}/p/${profileId}/posts/${id}`)
    await page.getByRole('button', { name: 'Sent to Bluesky' }).click()
    const steps = page.getByRole('list', { name: 'Steps' }).first()
    const published = steps.getByRole('listitem').filter({ hasText: 'Published' })
    assert.equal((await published.innerText()).trim(), shown)
    assert.doesNotMatch(await steps.innerText(), /secs?\b/)
  }
  assert.deepEqual(faults, [])
})
