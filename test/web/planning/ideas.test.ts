import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { listBarriersInThemes, notePending, openApi, openInstallation, settle, signUp } from '../visitor.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const stage = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, name: string) => page.locator('[data-idea]').filter({ hasText: name })
const openCard = (page: Page, name: string) => card(page, name).locator('[data-open]')
const titlesOf = (page: Page, name: string) =>
  stage(page, name).locator('[data-idea] [data-open] .font-medium').allTextContents()
const untilTitles = (page: Page, name: string, wanted: readonly string[]) =>
  until(`${name} has ${wanted.join()}`, async () => isEqual(await titlesOf(page, name), wanted))
/** Waits until the service has the ideas of a brand in this order. The board shows a move before it is stored. */
const untilStored = ({ get, profileId }: Awaited<ReturnType<typeof openApi>>, wanted: readonly string[]) =>
  until(`${wanted.join()} are stored`, async () => {
    const { ideas } = await get(`/v1/ideas?profileId=${profileId}`)
    return isEqual(
      ideas.map(({ title }: { title: string }) => title),
      wanted,
    )
  })
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

test('ideas are added, moved, opened and written with the keyboard alone', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ viewport: desk })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await page.goto(`${url}/p/${profileId}/posts`)
  await page.getByRole('link', { name: 'Ideas' }).press('Enter')
  await page.getByText('No ideas yet').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])

  const field = page.getByRole('textbox', { name: 'New idea' })
  for (const title of ['Third', 'Second', 'First']) {
    await field.fill(title)
    await field.press('Enter')
    await openCard(page, title).waitFor()
  }
  await untilTitles(page, 'New', ['First', 'Second', 'Third'])
  await openCard(page, 'First').focus()
  await page.keyboard.press('ArrowDown')
  const hasFocus = (name: string) =>
    until(
      `${name} has the focus`,
      async () => (await page.evaluate('document.activeElement?.querySelector(".font-medium")?.textContent')) === name,
    )
  await hasFocus('Second')
  await page.keyboard.press('Shift+ArrowUp')
  await untilTitles(page, 'New', ['Second', 'First', 'Third'])
  await untilStored(api, ['Second', 'First', 'Third'])
  await hasFocus('Second')
  await page.keyboard.press('Shift+ArrowRight')
  await untilTitles(page, 'In progress', ['Second'])
  await hasFocus('Second')
  await page.keyboard.press('Shift+ArrowRight')
  await untilTitles(page, 'Ready', ['Second'])
  await page.keyboard.press('ArrowLeft')
  await hasFocus('First')
  await card(page, 'First').getByRole('button', { name: 'Actions for “First”' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move to In progress' }).press('Enter')
  await untilTitles(page, 'In progress', ['First'])
  await untilStored(api, ['Third', 'First', 'Second'])
  await hasFocus('First')
  assert.deepEqual(await listBarriersInThemes(page), [])

  await openCard(page, 'Second').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Idea' })
  await dialog.getByLabel('Notes').fill('How the lamp works.')
  await dialog.getByRole('combobox', { name: 'Labels' }).fill('Winter')
  await page.getByRole('option', { name: 'Create “Winter”' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove label: Winter' }).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await dialog.getByRole('button', { name: 'Write post' }).press('Enter')
  await page.waitForURL(/\/compose\?post=/)
  const postId = new URL(page.url()).searchParams.get('post') ?? ''
  const post = await api.get(`/v1/posts/${postId}`)
  assert.deepEqual([post.content, post.tags], ['How the lamp works.', ['Winter']])
  const { ideas } = await api.get(`/v1/ideas?profileId=${profileId}&q=second`)
  assert.deepEqual([ideas[0].id, ideas[0].postCount], [post.ideaId, 1])

  await page.goto(`${url}/p/${profileId}/posts?tab=ideas`)
  await card(page, 'Second').getByText('1 post').waitFor()
  await card(page, 'First').getByRole('button', { name: 'Actions for “First”' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await card(page, 'First').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await untilTitles(page, 'In progress', ['First'])
  assert.deepEqual(faults, [])
})

test('what is done while a move is being sent comes after it, and a moved idea is saved without a question', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ viewport: desk })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const { stages } = await api.get(`/v1/idea-stages?profileId=${profileId}`)
  const make = async (title: string) => (await api.post('/v1/ideas', { profileId, title, stageId: stages[2].id })).id
  const [low, high] = [await make('Low'), await make('High')]
  await page.goto(`${url}/p/${profileId}/posts?tab=ideas`)
  await openCard(page, 'Low').waitFor()
  const gate = Promise.withResolvers<void>()
  const held: string[] = []
  await page.route(/\/v1\/ideas\/[^/]+\/move$/, async (route) => {
    held.push(route.request().url())
    await gate.promise
    await route.continue()
  })
  await openCard(page, 'Low').press('Shift+ArrowUp')
  await until('the move is being sent', () => held.length === 1)
  await untilTitles(page, 'Ready', ['Low', 'High'])

  // The stage is deleted, which takes its ideas along in the order that the board shows.
  await page.getByRole('button', { name: 'Options for Ready' }).click()
  await page.getByRole('menuitem', { name: 'Delete stage' }).click()
  const confirm = page.getByRole('dialog', { name: 'Delete Ready?' })
  await confirm.getByRole('button', { name: 'Delete stage' }).click()
  gate.resolve()
  await untilTitles(page, 'In progress', ['Low', 'High'])

  // Someone else moves the card whose dialog is open, and changes another one.
  await openCard(page, 'Low').click()
  const dialog = page.getByRole('dialog', { name: 'Idea' })
  await dialog.getByLabel('Notes').fill('Moved and written')
  await api.post(`/v1/ideas/${low}/move`, { stageId: stages[0].id })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await untilTitles(page, 'New', ['Low'])
  const { text, stageId } = await api.get(`/v1/ideas/${low}`)
  assert.deepEqual([text, stageId], ['Moved and written', stages[0].id])
  await openCard(page, 'High').click()
  await dialog.getByLabel('Notes').fill('Mine')
  await api.patch(`/v1/ideas/${high}`, { text: 'Theirs' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Someone else changed this idea').waitFor()
  assert.equal((await api.get(`/v1/ideas/${high}`)).text, 'Theirs')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await api.get(`/v1/ideas/${high}`)).text, 'Mine')
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('status of 412')),
    [],
  )
})

test('an undone deletion gives back the same idea with its author, its place and its posts', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ viewport: desk })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const make = async (title: string) => (await api.post('/v1/ideas', { profileId, title })).id
  const [, lamp] = [await make('Low'), await make('Lamp'), await make('High')]
  const post = await api.post(`/v1/ideas/${lamp}/post`, {})
  const { version, ...whole } = await api.get(`/v1/ideas/${lamp}`)
  await page.goto(`${url}/p/${profileId}/posts?tab=ideas`)
  await openCard(page, 'Lamp').waitFor()
  await card(page, 'Lamp').getByRole('button', { name: 'Actions for “Lamp”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await untilTitles(page, 'New', ['High', 'Low'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await untilTitles(page, 'New', ['High', 'Lamp', 'Low'])
  await card(page, 'Lamp').getByText('1 post').waitFor()
  assert.deepEqual(await api.get(`/v1/ideas/${lamp}`), { ...whole, version: version + 1 })
  assert.equal((await api.get(`/v1/posts/${post.id}`)).ideaId, lamp)
  assert.deepEqual(faults, [])
})

test('cards are dragged with a mouse, and of two people the later one sees where the card is', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ viewport: desk })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const { stages } = await api.get(`/v1/idea-stages?profileId=${profileId}`)
  const make = (title: string, nth = 0) => api.post('/v1/ideas', { profileId, title, stageId: stages[nth].id })
  await make('Low', 1)
  await make('High', 1)
  const wanted = await make('Wanted')
  const pending = notePending(page)
  await page.goto(`${url}/p/${profileId}/posts?tab=ideas`)
  await openCard(page, 'Wanted').waitFor()
  const dragTo = async (name: string, target: ReturnType<typeof card>) => {
    const from = await card(page, name).boundingBox()
    const to = await target.boundingBox()
    assert.ok(from && to)
    await page.mouse.move(from.x + 40, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.x + 60, from.y + 30)
    await page.mouse.move(to.x + 60, to.y + 4, { steps: 4 })
    await page.mouse.up()
  }
  await dragTo('Wanted', card(page, 'Low'))
  await untilTitles(page, 'In progress', ['High', 'Wanted', 'Low'])
  assert.equal(await page.getByRole('dialog', { name: 'Idea' }).count(), 0, 'the drag opens nothing')
  await untilStored(api, ['High', 'Wanted', 'Low'])
  const stored = async () => (await api.get(`/v1/ideas/${wanted.id}`)).stageId
  await settle(page, pending)

  // Someone else is faster.
  await api.post(`/v1/ideas/${wanted.id}/move`, { stageId: stages[2].id })
  await dragTo('Wanted', stage(page, 'New'))
  await page.getByText('Someone else moved this idea').waitFor()
  await untilTitles(page, 'Ready', ['Wanted'])
  assert.equal(await stored(), stages[2].id)
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('status of 412')),
    [],
  )
})

test('a phone shows one stage at a time, and stages are added, renamed and deleted', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ viewport: phone, hasTouch: true })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await api.post('/v1/ideas', { profileId, title: 'Lamp', text: 'How it works' })
  await page.goto(`${url}/p/${profileId}/posts?tab=ideas`)
  await openCard(page, 'Lamp').waitFor()
  assert.equal(await page.locator('[data-stage]').count(), 1)
  assert.deepEqual(await listBarriersInThemes(page), [])
  await card(page, 'Lamp').getByRole('button', { name: 'Actions for “Lamp”' }).tap()
  await page.getByRole('menuitem', { name: 'Move to Ready' }).tap()
  await page.getByRole('button', { name: 'Ready 1' }).tap()
  await openCard(page, 'Lamp').waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)

  const { stages } = await api.get(`/v1/idea-stages?profileId=${profileId}`)
  await until('the move is stored', async () =>
    isEqual([(await api.get(`/v1/ideas?profileId=${profileId}`)).ideas[0].stageId], [stages[2].id]),
  )
  await api.post('/v1/ideas', { profileId, title: 'Boat', stageId: stages[2].id })
  await page.reload()
  await page.getByRole('button', { name: 'Ready 2' }).tap()
  await untilTitles(page, 'Ready', ['Boat', 'Lamp'])
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 120, y }] })
  const top = async (name: string) => (await card(page, name).boundingBox())?.y ?? 0
  await touch('touchStart', (await top('Lamp')) + 20)
  await until('the finger holds the card', () =>
    page.evaluate(`document.querySelector('[data-idea][style*="opacity"]') !== null`),
  )
  await touch('touchMove', (await top('Lamp')) - 10)
  await touch('touchMove', (await top('Boat')) + 4)
  await touch('touchEnd')
  await untilTitles(page, 'Ready', ['Lamp', 'Boat'])
  await page.getByRole('button', { name: 'Options for Ready' }).waitFor()
  assert.equal(await page.locator('[data-stage]').count(), 1)
  await untilStored(api, ['Lamp', 'Boat'])

  await page.setViewportSize(desk)
  await page.getByRole('button', { name: 'Add stage' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add stage' })
  await dialog.getByLabel('Name').fill('With the client')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await stage(page, 'With the client').waitFor()
  await page.getByRole('button', { name: 'Options for Ready' }).click()
  await page.getByRole('menuitem', { name: 'Delete stage' }).click()
  await page.getByText('Its 2 ideas move to In progress.').waitFor()
  await page.getByRole('dialog', { name: 'Delete Ready?' }).getByRole('button', { name: 'Delete stage' }).click()
  await untilTitles(page, 'In progress', ['Lamp', 'Boat'])
  assert.deepEqual(faults, [])
})
