import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { plain } from '../../world/pictures.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

const menuButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Opens the menu of views with the keyboard, and chooses an item. */
async function choose(page: Page, button: string | RegExp, item: string | RegExp): Promise<void> {
  await menuButton(page, button).focus()
  await page.keyboard.press('Enter')
  const target = page.getByRole('menuitem', { name: item }).or(page.getByRole('menuitemradio', { name: item }))
  await target.waitFor()
  await target.press('Enter')
}

test('a view is saved, opened, changed, renamed and deleted with the keyboard, and says what no longer exists', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'x'], { url, sandboxUrl, person: 'alice' })
  const draft = (content: string, platforms: string[], tags: string[]) =>
    api.post('/v1/posts', { profileId, content, platforms, tags, saveAsDraft: true })
  await draft('Winter bread', ['bluesky'], ['Sale'])
  await draft('Summer rolls', ['x'], ['Sale'])
  await draft('Opening hours', ['bluesky'], ['Tips'])
  const posts = `${url}/p/${profileId}/posts`
  await page.goto(posts)
  const row = (text: string) => page.getByRole('link', { name: text })
  await row('Opening hours').waitFor()

  // Save the filters.
  await page.getByLabel('Label', { exact: true }).selectOption({ label: 'Sale' })
  await row('Opening hours').waitFor({ state: 'detached' })
  await choose(page, 'Named views', 'Save view…')
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('Campaign')
  assert.deepEqual(await listBarriersInThemes(page), [], 'the dialog')
  await page.keyboard.press('Enter')
  await menuButton(page, 'View: Campaign').waitFor()
  assert.match(page.url(), /saved=view_/)
  assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-haspopup")'), 'menu', 'the focus is kept')

  // The bar says that the filters differ. They become those of the view.
  await page.getByLabel('Network', { exact: true }).selectOption('x')
  await row('Winter bread').waitFor({ state: 'detached' })
  await menuButton(page, 'View: Campaign, edited').waitFor()
  await choose(page, /^View: Campaign/, 'Update “Campaign”')
  await page.getByRole('button', { name: 'View: Campaign', exact: true }).waitFor()

  // It opens from a page without filters, and a reload keeps it.
  await choose(page, /^View: Campaign/, 'Clear filters')
  await row('Opening hours').waitFor()
  await choose(page, 'Named views', 'Campaign')
  await row('Winter bread').waitFor({ state: 'detached' })
  await row('Summer rolls').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'View: Campaign', exact: true }).waitFor()
  assert.equal(await page.getByLabel('Network', { exact: true }).inputValue(), 'x')
  assert.deepEqual(await listBarriersInThemes(page), [], 'the list')

  // A name that is taken is refused in the dialog. Then it is renamed and shared.
  await api.post('/v1/views', { profileId, page: 'queue', name: 'Taken', filters: {}, shared: true })
  await choose(page, /^View: Campaign/, 'Edit view…')
  const edit = page.getByRole('dialog', { name: 'Edit view' })
  await edit.getByLabel('Name').fill('taken')
  await edit.getByLabel('Name').press('Enter')
  await edit.getByText('has this name').waitFor()
  await edit.getByLabel('Name').fill('Winter')
  await edit.getByRole('radio', { name: 'Everyone in the brand' }).check()
  await edit.getByRole('button', { name: 'Save' }).press('Enter')
  await menuButton(page, 'View: Winter').waitFor()
  const { views } = await api.get(`/v1/views?profileId=${profileId}&page=posts`)
  assert.deepEqual(
    views.map(({ name, shared, filters }: { name: string; shared: boolean; filters: object }) => [
      name,
      shared,
      filters,
    ]),
    [['Winter', true, { label: 'Sale', network: 'x' }]],
  )

  // A label that is gone is named.
  const { labels } = await api.get(`/v1/labels?profileId=${profileId}&q=Sale`)
  await api.delete(`/v1/labels/${labels[0].id}`)
  await page.reload()
  await page.getByText('The label “Sale” no longer exists.').waitFor()

  // Deleting keeps the filters of the page.
  await choose(page, /^View: Winter/, 'Delete view…')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).press('Enter')
  await menuButton(page, 'Named views').waitFor()
  assert.doesNotMatch(page.url(), /saved=/)
  assert.match(page.url(), /network=x/)
  assert.deepEqual((await api.get(`/v1/views?profileId=${profileId}&page=posts`)).views, [])
  assert.deepEqual(
    faults.filter((fault) => !/status of 409/.test(fault)),
    [],
  )
})

test('the queue and the calendar have their own views, with the day and layout that the reader chose', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'x'], { url, sandboxUrl, person: 'alice' })
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  await api.post('/v1/posts', { profileId, content: 'Fresh bread', platforms: ['bluesky'], scheduledAt })
  for (const [kind, filters] of [
    ['calendar', { network: 'x', state: 'draft' }],
    ['queue', { network: 'bluesky' }],
  ] as const)
    await api.post('/v1/views', { profileId, page: kind, name: `My ${kind}`, filters, shared: true })
  await page.goto(`${url}/p/${profileId}/calendar?view=week`)
  await choose(page, 'Named views', 'My calendar')
  await menuButton(page, 'View: My calendar').waitFor()
  const { searchParams } = new URL(page.url())
  assert.deepEqual(
    ['view', 'network', 'state'].map((name) => searchParams.get(name)),
    ['week', 'x', 'draft'],
  )
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.goto(`${url}/p/${profileId}/queue`)
  await choose(page, 'Named views', 'My queue')
  await menuButton(page, 'View: My queue').waitFor()
  assert.equal(await page.getByLabel('Network', { exact: true }).inputValue(), 'bluesky')
})

test('the library and analytics have the same filters and views: label, type and words, or network and period', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'x'], { url, sandboxUrl, person: 'alice' })
  await api.post('/v1/labels', { profileId, name: 'Autumn' })
  await page.goto(`${url}/p/${profileId}/media`)
  const buffer = await plain(40, 30).png().toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(['rolls', 'bread'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer })))
  const tile = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  await tile('rolls.png').waitFor()
  await tile('bread.png').waitFor()
  const { media } = await api.get(`/v1/media?profileId=${profileId}`)
  const rolls = media.find(({ fileName }: { fileName: string }) => fileName === 'rolls.png')
  await api.patch(`/v1/media/${rolls.id}`, { tags: ['Autumn'] })
  await page.getByLabel('Label', { exact: true }).selectOption({ label: 'Autumn' })
  await tile('bread.png').waitFor({ state: 'detached' })
  await tile('rolls.png').waitFor()
  await choose(page, 'Named views', 'Save view…')
  await page.getByRole('dialog').getByLabel('Name').fill('Autumn files')
  await page.keyboard.press('Enter')
  await menuButton(page, 'View: Autumn files').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [], 'the library')
  await page.getByRole('button', { name: 'Videos' }).click()
  await page.getByText('No matching files').waitFor()
  await choose(page, /edited/, 'Discard changes')
  await tile('rolls.png').waitFor()

  await page.goto(`${url}/p/${profileId}/analytics?range=7d&by=week`)
  await page.getByLabel('Network', { exact: true }).selectOption('x')
  await choose(page, 'Named views', 'Save view…')
  await page.getByRole('dialog').getByLabel('Name').fill('X this week')
  await page.keyboard.press('Enter')
  await menuButton(page, 'View: X this week').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [], 'analytics')
  const { views } = await api.get(`/v1/views?profileId=${profileId}`)
  assert.deepEqual(
    views.map(({ page, filters }: { page: string; filters: object }) => [page, filters]),
    [
      ['analytics', { range: '7d', network: 'x' }],
      ['library', { label: 'Autumn' }],
    ],
  )
  await choose(page, /^View: X/, 'Clear filters')
  assert.equal(await page.getByLabel('Network', { exact: true }).inputValue(), '')
  await page.waitForURL(/by=week/)
  assert.deepEqual(faults, [])
})

test('the files of a brand of two people are filtered by who uploaded them, and a view keeps the filter', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  await using other = await installation.visit()
  await signUp(other.page, url, 'Bob')
  const bob = await openApi(url, 'Bob')
  const { inviteToken } = await ada.post(`/v1/profiles/${profileId}/invites`, { role: 'editor' })
  await bob.post('/v1/profiles/invites/accept', { token: inviteToken })
  const bytes = new Uint8Array(await plain(40, 30).png().toBuffer())
  for (const [{ token }, name] of [
    [ada, 'rolls.png'],
    [bob, 'bread.png'],
  ] as const) {
    const form = new FormData()
    form.append('profileId', profileId)
    form.append('file', new Blob([bytes], { type: 'image/png' }), name)
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await fetch(`${url}/v1/media/upload`, { method: 'POST', body: form, headers })).status, 200)
  }

  await page.goto(`${url}/p/${profileId}/media`)
  const tile = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  const author = page.getByLabel('Author', { exact: true })
  await tile('rolls.png').waitFor()
  await author.selectOption({ label: 'Bob' })
  await tile('rolls.png').waitFor({ state: 'detached' })
  await tile('bread.png').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await choose(page, 'Named views', 'Save view…')
  await page.getByRole('dialog').getByLabel('Name').fill('By Bob')
  await page.keyboard.press('Enter')
  await menuButton(page, 'View: By Bob').waitFor()
  await page.reload()
  await tile('bread.png').waitFor()
  assert.equal(await tile('rolls.png').count(), 0)
  await choose(page, /^View: By Bob/, 'Clear filters')
  await tile('rolls.png').waitFor()
  const { views } = await ada.get(`/v1/views?profileId=${profileId}`)
  const { media } = await ada.get(`/v1/media?profileId=${profileId}`)
  assert.deepEqual(views[0].filters, { author: media[0].authorUid })
  assert.deepEqual(faults, [])
})
