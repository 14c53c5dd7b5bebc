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
  const list = page.getByRole('listbox', { name: 'Mentions' })
  const kept = opened.move()
  return { page, faults, api, home, words, draft, list, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

const phone = { width: 390, height: 844 }

test('a name is added to the book in the settings, changed and deleted, also on a phone', async () => {
  await using brand = await openBrand()
  const { page, api, home } = brand
  await page.goto(`${home}/settings/texts`)
  await page.getByRole('link', { name: 'Mention book' }).click()
  await page.getByText('No mentions yet').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByRole('button', { name: 'Add mention' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add mention' })
  await dialog.getByLabel('Name', { exact: true }).fill('Harbour Museum')
  await dialog.getByLabel('Handle on Bluesky').fill('harbour')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('must be a handle such as').first().waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await dialog.getByLabel('Handle on Bluesky').fill('@alice.sandbox')
  await dialog.getByLabel('ID on LinkedIn').fill('urn:li:organization:7')
  await dialog.getByLabel('Name', { exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('list', { name: 'Mention book' }).getByRole('listitem')
  await row.getByText('urn:li:organization:7').waitFor()
  await page.setViewportSize(phone)
  assert.deepEqual(await listBarriersInThemes(page), [])
  await row.getByRole('button', { name: 'Edit “Harbour Museum”' }).click()
  const change = page.getByRole('dialog', { name: 'Edit mention' })
  await change.getByLabel('Handle on X').fill('harbour')
  await change.getByRole('button', { name: 'Save' }).click()
  await change.waitFor({ state: 'detached' })
  await row.getByText('harbour', { exact: true }).waitFor()
  const { entries } = await api.get(`/v1/mention-book?profileId=${api.profileId}`)
  assert.deepEqual(entries[0].handles, { bluesky: 'alice.sandbox', linkedin: 'urn:li:organization:7', x: 'harbour' })
  await row.getByRole('button', { name: 'Delete “Harbour Museum”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete mention' }).click()
  await page.getByText('No mentions yet').waitFor()
  await page.getByRole('link', { name: 'Texts', exact: true }).click()
  await page.getByText('No saved texts yet').waitFor()
  // A refused handle is a fault of the browser’s console only.
  assert.deepEqual(
    brand.faults.filter((fault) => !/status of 400/.test(fault)),
    [],
  )
})

for (const viewport of [{ width: 1440, height: 900 }, phone])
  test(`at ${viewport.width}: an @ finds people in the book and on Bluesky, and the post mentions the chosen ones`, async () => {
    await using brand = await openBrand()
    const { page, api, home, words, draft, list } = brand
    const handles = { bluesky: 'alice.sandbox', x: 'harbour' }
    await api.post('/v1/mention-book', { profileId: api.profileId, name: 'Bobby’s Bakery', handles })
    await page.setViewportSize(viewport)
    await page.goto(`${home}/compose`)
    await words.click()
    await page.keyboard.type('With @bob')
    await list.getByRole('option', { name: /Bobby’s Bakery/ }).waitFor()
    await list.getByRole('option', { name: /bob\.sandbox/ }).waitFor()
    assert.match((await list.getByRole('option').first().textContent()) ?? '', /^Bobby’s Bakery/)
    assert.deepEqual(await listBarriersInThemes(page), [])
    await page.keyboard.press('Enter')
    await until('the name is in the text', async () => (await words.inputValue()) === 'With @Bobby’s Bakery ')
    assert.equal(await list.count(), 0)
    await page.keyboard.type('and @bob.')
    await list.getByRole('option', { name: /bob\.sandbox/ }).click()
    await until('the other one too', async () => (await words.inputValue()) === 'With @Bobby’s Bakery and @Bob ')
    await until('the draft has both', async () => (await draft())?.mentions.length === 2)
    const { content, mentions } = await draft()
    assert.equal(content, 'With @Bobby’s Bakery and @Bob ')
    assert.deepEqual(mentions, [
      { text: '@Bobby’s Bakery', handles },
      { text: '@Bob', handles: { bluesky: 'bob.sandbox' } },
    ])
    // The preview has the handles.
    if (viewport.width === 1440) await page.getByText('With @alice.sandbox and @bob.sandbox').first().waitFor()
    // Escape leaves what was typed.
    await page.keyboard.type('@bob')
    await list.waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await list.count(), 0)
    assert.deepEqual(brand.faults, [])
  })

test('a name that no one has is added to the book while writing, and the text keeps it', async () => {
  await using brand = await openBrand()
  const { page, api, home, words, draft } = brand
  await page.goto(`${home}/compose`)
  await words.click()
  await page.keyboard.type('Hi @Zoe')
  await page.getByRole('button', { name: 'Add “Zoe” to the book' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add mention' })
  await dialog.getByLabel('Name', { exact: true }).fill('Zoe Zimmer')
  await dialog.getByLabel('Handle on Bluesky').fill('carla.sandbox')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await words.inputValue(), 'Hi @Zoe Zimmer ')
  await until('the draft mentions her', async () => (await draft())?.mentions.length === 1)
  const { entries } = await api.get(`/v1/mention-book?profileId=${api.profileId}`)
  assert.equal(entries[0].name, 'Zoe Zimmer')
  assert.deepEqual(brand.faults, [])
})
