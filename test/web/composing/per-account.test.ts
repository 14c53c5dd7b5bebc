import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Network } from '#rules/network-names.ts'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

/** Opens the composer with accounts of these networks and a text. */
async function openComposer(networks: readonly Network[], text: string) {
  const installation = await openInstallation()
  const { url, sandboxUrl } = installation
  const visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  await connectNetworks(api, networks, { url, sandboxUrl, person: 'user-101' })
  await page.goto(`${url}/p/${api.profileId}/compose`)
  await page.getByLabel('What do you want to say?').fill(text)
  await page.waitForURL(/post=post_/)
  const targetOf = async (network: Network) => {
    const [{ id }] = (await api.get(`/v1/posts?profileId=${api.profileId}`)).posts
    const { targets } = await api.get(`/v1/posts/${id}`)
    return targets.find((one: { readonly network: string }) => one.network === network)
  }
  return {
    page,
    api,
    faults,
    tab: (name: string) => page.getByRole('tab', { name: new RegExp(`^${name} ·`) }),
    pane: page.getByRole('tabpanel'),
    /** Waits until the post has these values for an account. */
    untilOwn: (network: Network, values: object) =>
      until(`${network} has its values`, async () => {
        const { overrides } = (await targetOf(network)) ?? {}
        return isDeepStrictEqual(overrides, values)
      }),
    async [Symbol.asyncDispose]() {
      await visitor[Symbol.asyncDispose]()
      await installation[Symbol.asyncDispose]()
    },
  }
}

test('each account has its own kind of post, in the words of its network, and its own link', async () => {
  await using opened = await openComposer(['instagram', 'youtube', 'linkedin', 'bluesky'], 'The harbour')
  const { page, api, faults, tab, pane, untilOwn } = opened
  const kind = pane.getByLabel('Post type')
  const choices = () => kind.locator('option').allTextContents()

  await tab('Instagram').click()
  assert.deepEqual(await choices(), ['Same as post: Post', 'Post', 'Reel', 'Story'])
  const issues = page.getByRole('region', { name: 'Before you publish' })
  await issues.getByRole('button', { name: 'Edit media' }).click()
  const adder = page.getByRole('button', { name: 'Add images or a video' })
  await until('the menu has the focus', () => adder.evaluate((menu) => menu.ownerDocument.activeElement === menu))
  await kind.selectOption('Story')
  await untilOwn('instagram', { format: 'story' })
  await tab('YouTube').click()
  assert.deepEqual(await choices(), ['Same as post: Video', 'Video', 'Short'])
  await kind.selectOption('Short')
  await untilOwn('youtube', { format: 'short' })
  await tab('LinkedIn').click()
  assert.deepEqual(await choices(), ['Same as post: Post', 'Post', 'Document', 'Article'])
  // Only a kind that has a title has a field for it.
  assert.equal(await pane.getByLabel('Title', { exact: true }).count(), 0)
  await kind.selectOption('Article')
  await pane.getByLabel('Title', { exact: true }).waitFor()
  await kind.selectOption('Same as post: Post')
  // A network with a single kind has no choice, until the post is of a kind that it lacks.
  await tab('Bluesky').click()
  await kind.waitFor({ state: 'detached' })
  await page.locator('[data-field=format]').getByLabel('Post type').selectOption('Story')
  await issues.getByText('Bluesky doesn’t support story posts.', { exact: true }).waitFor()
  await issues.getByRole('button', { name: 'Change type' }).click()
  await until('the choice has the focus', () => kind.evaluate((field) => field.ownerDocument.activeElement === field))
  assert.deepEqual(await choices(), ['Same as post: Story', 'Post'])
  await kind.selectOption('Post')
  await issues.getByText('Bluesky doesn’t support story posts.').waitFor({ state: 'detached' })
  await untilOwn('bluesky', { format: 'post' })

  // A link of one account shows in its preview alone.
  await page.getByText('More for Bluesky').click()
  await pane.getByLabel('Link', { exact: true }).selectOption('Another link')
  await pane.getByLabel('Link on Bluesky').fill('https://bluesky.example/harbour')
  await page.locator('[data-preview=bluesky] [data-preview-card]').getByText('bluesky.example').waitFor()
  await untilOwn('bluesky', { link: 'https://bluesky.example/harbour', format: 'post' })
  await pane.getByLabel('Link', { exact: true }).selectOption('No link')
  await untilOwn('bluesky', { link: null, format: 'post' })
  await pane.getByLabel('Link', { exact: true }).selectOption('Same as post: no link')
  await untilOwn('bluesky', { format: 'post' })
  assert.deepEqual(await listBarriers(page), [])

  // And so does a first comment, where the network has them.
  await tab('LinkedIn').click()
  await page.getByText('More for LinkedIn').click()
  await pane.getByLabel('First comment', { exact: true }).selectOption('Another comment')
  await pane.getByLabel('First comment on LinkedIn').fill('More on our page.')
  await untilOwn('linkedin', { firstComment: 'More on our page.' })
  await pane.getByLabel('First comment', { exact: true }).selectOption('No comment')
  await untilOwn('linkedin', { firstComment: null })
  await pane.getByLabel('First comment', { exact: true }).selectOption('Same as post: no comment')

  // What was chosen is there when the post is opened again.
  await page.reload()
  await tab('YouTube').click()
  await until('the kind is shown', async () => (await kind.inputValue()) === 'short')
  assert.equal((await api.get(`/v1/posts?profileId=${api.profileId}`)).posts[0].format, 'story')
  assert.deepEqual(faults, [])
})

test('where a network has no threads, its pane joins the parts or takes only the first', async () => {
  await using opened = await openComposer(['x', 'linkedin'], 'First the dough.')
  const { page, faults, tab, pane, untilOwn } = opened
  await page.getByRole('button', { name: 'Turn into a thread' }).click()
  await page.getByLabel('Part 2 of 2').fill('Then the oven.')
  await tab('LinkedIn').click()
  const issues = page.getByRole('region', { name: 'Before you publish' })
  await issues.getByText('LinkedIn doesn’t support threads.', { exact: true }).waitFor()
  await issues.getByRole('button', { name: 'Choose', exact: true }).click()
  const choice = pane.getByLabel('Thread on LinkedIn')
  await until('the choice has the focus', () => choice.evaluate((field) => field.ownerDocument.activeElement === field))
  assert.equal(await page.getByRole('button', { name: '1 thing to fix' }).count(), 1)

  const texts = page.locator('[data-preview=linkedin] [data-preview-text]')
  await choice.selectOption('Join into one post')
  await until(
    'both parts are one text',
    async () => (await texts.allTextContents()).join('|') === 'First the dough.\n\nThen the oven.',
  )
  await issues.waitFor({ state: 'detached' })
  await untilOwn('linkedin', { thread: 'join' })
  await page.getByLabel('Part 2 of 2').fill('Then the butter.')
  await until(
    'the joined text follows',
    async () => (await texts.allTextContents()).join('|') === 'First the dough.\n\nThen the butter.',
  )
  await choice.selectOption('First post only')
  await until('the first part is all', async () => (await texts.allTextContents()).join('|') === 'First the dough.')
  await untilOwn('linkedin', { thread: 'omit' })
  await page.getByText('Ready to publish').waitFor()
  assert.deepEqual(await listBarriers(page), [])

  await tab('X').click()
  assert.equal(await pane.getByLabel('Thread on X').count(), 0)
  assert.equal(await page.locator('[data-preview=x] [data-preview-text]').count(), 2)
  assert.deepEqual(faults, [])
})

test('a choice of accounts is saved as a set, picked, renamed, deleted and brought back', async () => {
  await using opened = await openComposer(['x', 'bluesky', 'mastodon'], 'Rolls')
  const { page, api, faults } = opened
  const sets = page.getByRole('region', { name: 'Sets' })
  const saved = async () => (await api.get(`/v1/profiles/${api.profileId}/account-sets`)) as readonly { name: string }[]
  await page.getByRole('button', { name: /^3 of 3/ }).click()
  await sets.getByText('No sets yet.').waitFor()
  assert.deepEqual(await listBarriers(page), [])
  await page.getByRole('checkbox', { name: /^X/ }).uncheck()
  await sets.getByRole('button', { name: 'Save these accounts as a set' }).click()
  await sets.getByLabel('Set name').fill('Open networks')
  await page.keyboard.press('Enter')
  await sets.getByRole('button', { name: 'Open networks: 2 accounts' }).waitFor()

  await page.getByRole('button', { name: /^Only X/ }).click()
  await page.getByRole('button', { name: 'Publish to 1 account' }).waitFor()
  await sets.getByRole('button', { name: 'Open networks: 2 accounts' }).click()
  await page.getByRole('button', { name: 'Publish to 2 accounts' }).waitFor()
  assert.equal(await page.getByRole('checkbox', { name: /^X/ }).isChecked(), false)

  await sets.getByRole('button', { name: 'Rename Open networks' }).click()
  await sets.getByLabel('Set name').fill('Everyday')
  await sets.getByRole('button', { name: 'Save set' }).click()
  await sets.getByRole('button', { name: 'Everyday: 2 accounts' }).waitFor()
  assert.deepEqual(
    (await saved()).map(({ name }) => name),
    ['Everyday'],
  )

  await sets.getByRole('button', { name: 'Delete Everyday' }).click()
  await sets.getByText('No sets yet.').waitFor()
  assert.deepEqual(await saved(), [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('the set is back', async () => (await saved())[0]?.name === 'Everyday')
  assert.deepEqual(await listBarriers(page), [])

  // On the narrowest phone, the list and its sets fit.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: /^2 of 3/ }).click()
  await sets.getByRole('button', { name: 'Everyday: 2 accounts' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  assert.deepEqual(faults, [])
})
