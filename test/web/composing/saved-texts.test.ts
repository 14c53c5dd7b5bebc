import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

/** A brand with a Bluesky account. */
async function openBrand() {
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await openInstallation())
  const { page, faults } = opened.use(await installation.visit())
  await signUp(page, installation.url, 'Ada')
  const api = await openApi(installation.url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const home = `${installation.url}/p/${api.profileId}`
  const words = page.getByLabel('What do you want to say?')
  const draft = async () => (await api.get(`/v1/posts?profileId=${api.profileId}&limit=1`)).posts[0]
  const kept = opened.move()
  return { page, faults, api, home, words, draft, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

test('a text is saved in the settings, and a slash in a post finds and inserts it by keyboard', async () => {
  await using brand = await openBrand()
  const { page, api, home, words, draft } = brand
  await page.goto(`${home}/settings/texts`)
  await page.getByText('No saved texts yet').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByRole('button', { name: 'Create text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create text' })
  await dialog.getByLabel('Name').fill('Hours')
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('We open at nine.')
  await dialog.getByRole('button', { name: 'Bluesky' }).click()
  await dialog.getByLabel('Text on Bluesky').fill('')
  assert.deepEqual(await listBarriersInThemes(page), [])
  await dialog.getByLabel('Name').press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Saved texts' }).getByText('We open at nine.').waitFor()
  await api.post('/v1/texts', {
    profileId: api.profileId,
    kind: 'hashtags',
    name: 'Bakery tags',
    content: '#bakery #rye',
  })

  await page.goto(`${home}/compose`)
  await words.click()
  await page.keyboard.type('Rye is back. /')
  const list = page.getByRole('listbox', { name: 'Saved texts' })
  await list.getByRole('option', { name: 'Bakery tags' }).waitFor()
  assert.equal(await list.getByRole('option').count(), 2)
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.keyboard.type('hou')
  await until('the list is narrowed', async () => (await list.getByRole('option').count()) === 1)
  await page.keyboard.press('Enter')
  await until('the text is inserted', async () => (await words.inputValue()) === 'Rye is back. We open at nine.')
  assert.equal(await list.count(), 0)
  await page.keyboard.press('End')
  await page.keyboard.type(' /tags')
  await list.getByRole('option', { name: 'Bakery tags' }).click()
  await until('the tags are at the end', async () => (await words.inputValue()).endsWith('\n\n#bakery #rye'))
  await until('the draft has them', async () => (await draft())?.content.endsWith('#bakery #rye'))
  // A slash inside a word is only a slash, and Escape leaves it.
  await page.keyboard.type(' and/or')
  assert.equal(await list.count(), 0)
  await page.keyboard.type(' /')
  await list.waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await list.count(), 0)
  assert.ok((await words.inputValue()).endsWith(' and/or /'))
  assert.deepEqual(brand.faults, [])
})

test('what is typed while a saved text is inserted stays', async () => {
  await using brand = await openBrand()
  const { page, api, home, words } = brand
  await api.post('/v1/texts', { profileId: api.profileId, kind: 'signature', name: 'Us', content: 'Your bakers' })
  await page.goto(`${home}/compose`)
  let deliver = (): void => {}
  await page.route('**/v1/texts/*/apply', async (route) => {
    await new Promise<void>((resolve) => {
      deliver = resolve
    })
    await route.continue()
  })
  await words.click()
  await page.keyboard.type('Rolls at seven. /us')
  await page.getByRole('option', { name: /^Us / }).waitFor()
  const asked = page.waitForRequest(/\/apply$/)
  await page.keyboard.press('Enter')
  await asked
  await page.keyboard.press('Home')
  await page.keyboard.type('Fresh! ')
  deliver()
  await until('both are in the text', async () => {
    const text = await words.inputValue()
    return text.startsWith('Fresh! Rolls at seven.') && text.endsWith('Your bakers')
  })
  assert.deepEqual(brand.faults, [])
})

test('a post is saved as a template, and a slash fills a new post with it', async () => {
  await using brand = await openBrand()
  const { page, api, home, words } = brand
  const post = await api.post('/v1/posts', {
    profileId: api.profileId,
    content: 'The loaf of the week',
    firstComment: 'Order by Friday.',
    platforms: ['bluesky'],
    saveAsDraft: true,
  })
  await page.goto(`${home}/posts/${post.id}`)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as template…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as template' })
  assert.deepEqual(await listBarriersInThemes(page), [])
  await dialog.getByLabel('Name').fill('Weekly loaf')
  await page.keyboard.press('Enter')
  await page.getByText('Template saved').waitFor()

  await page.goto(`${home}/compose`)
  await words.click()
  await page.keyboard.type('/loaf')
  await page.getByRole('option', { name: 'Weekly loaf' }).waitFor()
  await page.keyboard.press('Tab')
  await until('the post is filled', async () => (await words.inputValue()) === 'The loaf of the week')
  await page.getByText('Order by Friday.').first().waitFor()

  await page.goto(`${home}/settings/texts`)
  await page.getByRole('button', { name: 'Delete “Weekly loaf”' }).click()
  await page.getByRole('button', { name: 'Delete text' }).click()
  await page.getByText('No saved texts yet').waitFor()
  assert.deepEqual(brand.faults, [])
})
