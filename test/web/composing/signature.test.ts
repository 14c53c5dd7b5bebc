import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

const words = '– The Harbour bakers'

/** A brand with a Bluesky account, and the pages on which its posts are written. */
async function openBrand() {
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await openInstallation())
  const { page, faults } = opened.use(await installation.visit())
  await signUp(page, installation.url, 'Ada')
  const api = await openApi(installation.url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const home = `${installation.url}/p/${api.profileId}`
  const text = page.getByLabel('What do you want to say?')
  const line = page.getByRole('group', { name: 'Signature' })
  const remove = line.getByRole('button', { name: 'Remove signature' })
  const add = line.getByRole('button', { name: 'Add signature' })
  const draft = async () => (await api.get(`/v1/posts?profileId=${api.profileId}&limit=1`)).posts[0]
  const untilDraft = (what: string, content: string) =>
    until(what, async () => {
      const post = await draft()
      return post?.content === content && post
    })
  const kept = opened.move()
  const brand = { page, faults, api, home, text, line, remove, add, draft, untilDraft }
  return { ...brand, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

test('a signature for new posts is in each draft that has a text, once, and can be removed from a post', async () => {
  await using brand = await openBrand()
  const { page, api, home, text, line, remove, add, untilDraft } = brand
  await page.goto(`${home}/settings/texts`)
  await page.getByRole('button', { name: 'Create text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create text' })
  await dialog.getByLabel('Type').selectOption('Signature')
  await dialog.getByLabel('Name').fill('Us')
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill(words)
  await dialog.getByLabel('In new posts').selectOption('Always')
  assert.deepEqual(await listBarriersInThemes(page), [])
  await dialog.getByLabel('Name').press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Saved texts' }).getByText('In new posts').waitFor()

  // The line shows before anything is written, and a post without text has no signature.
  await page.goto(`${home}/compose`)
  await line.getByText(words).waitFor()
  await text.pressSequentially('Rye is back.')
  const draft = await untilDraft('the draft has the signature', `Rye is back.\n\n${words}`)
  assert.equal(await text.inputValue(), 'Rye is back.')
  assert.deepEqual(await listBarriersInThemes(page), [])
  const preview = page.getByRole('article').getByText(words)
  await preview.waitFor()

  // Reading the draft again adds nothing; what is written stays above the signature.
  await page.reload()
  await line.getByText(words).waitFor()
  assert.equal(await text.inputValue(), 'Rye is back.')
  await text.press('End')
  await text.pressSequentially(' Today!')
  await untilDraft('the new words are above the signature', `Rye is back. Today!\n\n${words}`)
  await remove.press('Enter')
  await untilDraft('the signature is gone', 'Rye is back. Today!')
  await page.reload()
  await add.waitFor()
  await text.press('End')
  await text.pressSequentially('!')
  await untilDraft('it stays away', 'Rye is back. Today!!')
  await add.click()
  await untilDraft('it is there again', `Rye is back. Today!!\n\n${words}`)

  // A copy has it once.
  await page.goto(`${home}/posts/${draft.id}`)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await line.getByText(words).waitFor()
  assert.equal(await text.inputValue(), 'Rye is back. Today!!')
  assert.notEqual((await brand.draft()).id, draft.id)
  await untilDraft('the copy has it once', `Rye is back. Today!!\n\n${words}`)

  // So has a post that is filled from a template of a signed post.
  await api.post(`/v1/posts/${draft.id}/template`, { name: 'Weekly loaf' })
  await page.goto(`${home}/compose`)
  await line.getByText(words).waitFor()
  await text.click()
  await page.keyboard.type('/loaf')
  await page.getByRole('option', { name: 'Weekly loaf' }).waitFor()
  await page.keyboard.press('Tab')
  await until('the post is filled', async () => (await text.inputValue()) === 'Rye is back. Today!!')
  await untilDraft('the filled post has it once', `Rye is back. Today!!\n\n${words}`)
  await line.getByText(words).waitFor()
  assert.deepEqual(brand.faults, [])
})

test('a signature that makes a text too long is counted and reported, and nothing is cut', async () => {
  await using brand = await openBrand()
  const { page, api, home, text, line, remove, untilDraft } = brand
  await api.post('/v1/texts', {
    profileId: api.profileId,
    kind: 'signature',
    name: 'Us',
    content: words,
    auto: 'always',
  })
  await page.goto(`${home}/compose`)
  await line.getByText(words).waitFor()
  const long = 'x'.repeat(290)
  await text.fill(long)
  const problem = page.getByText(/300/).first()
  await problem.waitFor()
  await untilDraft('nothing is cut', `${long}\n\n${words}`)
  await remove.click()
  await problem.waitFor({ state: 'detached' })
  await untilDraft('the author has removed it', long)
  assert.deepEqual(brand.faults, [])
})

test('a signature that is offered is added with a click, and the small composer of the calendar has it, too', async () => {
  await using brand = await openBrand()
  const { page, api, home, text, remove, add, untilDraft } = brand
  const signature = await api.post('/v1/texts', {
    profileId: api.profileId,
    kind: 'signature',
    name: 'Us',
    content: words,
    auto: 'offer',
  })
  await page.goto(`${home}/compose`)
  await add.waitFor()
  await text.fill('Rolls at seven.')
  await untilDraft('a new post has no signature', 'Rolls at seven.')
  await add.click()
  await untilDraft('it has one', `Rolls at seven.\n\n${words}`)
  await text.fill('')
  await untilDraft('a post without text has none', '')

  await api.patch(`/v1/texts/${signature.id}`, { auto: 'always' })
  await page.goto(`${home}/calendar`)
  await page
    .getByRole('button', { name: /^New post on/ })
    .last()
    .click()
  const quick = page.getByRole('dialog')
  await quick.getByRole('group', { name: 'Signature' }).getByText(words).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await quick.getByRole('textbox', { name: 'What do you want to say?' }).fill('Buns.')
  await quick.getByRole('button', { name: 'Save draft' }).click()
  await untilDraft('the small post is signed', `Buns.\n\n${words}`)
  await page
    .getByRole('button', { name: /^New post on/ })
    .last()
    .click()
  await remove.click()
  await quick.getByRole('textbox', { name: 'What do you want to say?' }).fill('Tarts.')
  await quick.getByRole('button', { name: 'Save draft' }).click()
  await untilDraft('or not', 'Tarts.')
  assert.deepEqual(brand.faults, [])
})
