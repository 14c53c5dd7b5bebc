import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

test('labels are created and chosen by keyboard in the composer, and the draft keeps them', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  await api.post('/v1/labels', { profileId, name: 'Winter sale', color: 'blue' })
  await api.post('/v1/labels', { profileId, name: 'Tips', color: 'green' })
  await page.goto(`${url}/p/${profileId}/compose`)
  await page.getByLabel('What do you want to say?').fill('The winter blend is here.')
  await page.getByRole('button', { name: 'Labels' }).click()
  const field = page.getByRole('combobox', { name: 'Labels' })
  await until('the field has the focus', () => field.evaluate((one) => one.matches(':focus')))
  await page.getByRole('option', { name: 'Tips' }).waitFor()
  await page.keyboard.type('winter SALE')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove label: Winter sale' }).waitFor()
  await page.keyboard.type('Quiz')
  await page.getByRole('option', { name: 'Create “Quiz”' }).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove label: Quiz' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove label: Tips' }).waitFor()
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Remove label: Tips' }).waitFor({ state: 'detached' })
  const draft = async () => (await api.get(`/v1/posts?profileId=${profileId}&limit=5`)).posts[0]
  await until('the draft has both labels', async () => (await draft())?.tags.join() === 'Winter sale,Quiz')
  assert.deepEqual(
    (await api.get(`/v1/labels?profileId=${profileId}`)).labels.map((one: { name: string }) => one.name),
    ['Quiz', 'Tips', 'Winter sale'],
  )
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('listbox').count(), 0, 'Escape closes the list')
  await page.reload()
  await page.getByRole('button', { name: 'Labels: Winter sale +1' }).waitFor()

  // Someone else gives the draft a label while it is open here: both stay.
  const { id } = await draft()
  await api.patch(`/v1/posts/${id}`, { tags: ['Winter sale', 'Quiz', 'Tips'] })
  await page.getByRole('button', { name: 'Labels: Winter sale +2' }).waitFor()
  assert.deepEqual(faults, [])
})

test('the labels of selected posts change at once, also of published ones, and the list shows and filters by them', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const sent = await api.post('/v1/posts', { profileId, content: 'Rye loaf', platforms: ['bluesky'], tags: ['Bread'] })
  const draft = await api.post('/v1/posts', { profileId, content: 'Rolls', saveAsDraft: true, tags: ['Bread', 'Quiz'] })
  const other = await api.post('/v1/posts', { profileId, content: 'Tea', saveAsDraft: true })
  const tagsOf = async (id: string): Promise<string[]> => (await api.get(`/v1/posts/${id}`)).tags
  await until('it is published', async () => (await api.get(`/v1/posts/${sent.id}`)).status === 'published')

  await page.goto(`${url}/p/${profileId}/posts`)
  await page.getByLabel('Select “Rye loaf”').check()
  await page.getByLabel('Select “Rolls”').check()
  await page.getByRole('region', { name: '2 posts selected' }).getByRole('button', { name: 'Label' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Add' }).fill('Winter')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove label: Winter' }).waitFor()
  await dialog.getByRole('checkbox', { name: 'Quiz' }).check()
  assert.deepEqual(await listBarriersInThemes(page), [])
  // A label that came in the meantime stays.
  await api.patch(`/v1/posts/${draft.id}`, { tags: ['Bread', 'Quiz', 'Tips'] })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 posts labeled').waitFor()
  assert.deepEqual(await tagsOf(sent.id), ['Bread', 'Winter'])
  assert.deepEqual(await tagsOf(draft.id), ['Bread', 'Tips', 'Winter'])
  assert.deepEqual(await tagsOf(other.id), [])

  await page.reload()
  await page.getByLabel('Label', { exact: true }).selectOption({ label: 'Tips' })
  await page.getByRole('link', { name: /Rye loaf/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Rolls.*Bread.*\+2/s }).waitFor()
  assert.match(page.url(), /label=Tips/)
  assert.deepEqual(await listBarriersInThemes(page), [])
  for (const place of ['queue', 'calendar']) {
    await page.goto(`${url}/p/${profileId}/${place}?label=tips`)
    await until(`${place} filters by it`, async () => {
      const chosen = page.getByLabel('Label', { exact: true })
      return (await chosen.inputValue()) === '#Tips'
    })
  }

  await page.goto(`${url}/p/${profileId}/posts/${sent.id}`)
  await page.getByRole('button', { name: 'Edit labels' }).click()
  await page.getByRole('button', { name: 'Remove label: Bread' }).click()
  await page.getByRole('combobox', { name: 'Labels' }).fill('tips')
  await page.keyboard.press('Enter')
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual(await tagsOf(sent.id), ['Winter', 'Tips'])
  await until('the focus is back', () =>
    page.evaluate<boolean>("document.activeElement?.getAttribute('aria-label') === 'Edit labels'"),
  )
  assert.deepEqual(faults, [])
})

test('labels are counted, renamed, merged, archived and deleted on their page, and campaigns have dates', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await page.goto(`${url}/p/${profileId}/settings/labels`)
  await page.getByText('No labels yet').waitFor()
  await page.getByRole('button', { name: 'Create label' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Winter sale')
  await dialog.getByRole('radio', { name: 'Rose' }).check()
  await dialog.getByLabel('Campaign with dates').check()
  await dialog.getByLabel('First day').fill('2026-12-01')
  await dialog.getByLabel('Last day').fill('2026-12-24')
  await dialog.getByLabel('Note').fill('Shop, not prices')
  assert.deepEqual(await listBarriersInThemes(page), [])
  await dialog.getByRole('button', { name: 'Create label' }).click()
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await row('Winter sale').getByText('Campaign').waitFor()
  await row('Winter sale').getByText('Shop, not prices').waitFor()

  await api.post('/v1/posts', { profileId, content: 'One', saveAsDraft: true, tags: ['Winter sale', 'Tips'] })
  await api.post('/v1/posts', { profileId, content: 'Two', saveAsDraft: true, tags: ['Winter sale'] })
  await api.post('/v1/posts', { profileId, content: 'Three', saveAsDraft: true, tags: ['Old'] })
  await page.reload()
  await row('Winter sale').getByRole('link', { name: '2 posts' }).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])

  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for “${name}”` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await act('Winter sale', 'Edit…')
  await dialog.getByLabel('Name').fill('Tips')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Name').fill('Winter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row('Winter').getByRole('link', { name: '2 posts' }).waitFor()
  await page.getByText('Updating posts').waitFor({ state: 'detached' })

  await act('Tips', 'Merge into…')
  await dialog.getByLabel('Merge into').selectOption('Winter')
  await dialog.getByRole('button', { name: 'Merge labels' }).click()
  await row('Tips').waitFor({ state: 'detached' })
  await until('its post has the other label', async () => {
    const { posts } = await api.get(`/v1/posts?profileId=${profileId}&label=Winter&limit=5`)
    return posts.length === 2 && posts.every(({ tags }: { tags: string[] }) => tags.join() === 'Winter')
  })

  await act('Old', 'Archive')
  await page.getByRole('heading', { name: 'Archived' }).waitFor()
  await act('Old', 'Delete…')
  await page.getByText('It’s removed from 1 post.').waitFor()
  await dialog.getByRole('button', { name: 'Delete label' }).click()
  await row('Old').waitFor({ state: 'detached' })
  await row('Winter').getByRole('link', { name: '2 posts' }).click()
  await page.getByRole('link', { name: /Two/ }).waitFor()
  assert.equal(await page.getByRole('link', { name: /Three/ }).count(), 0)
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('409')),
    [],
  )
})
