import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectBluesky, listBarriers, openApi, openInstallation, password, signUp, untilHolds } from '../visitor.ts'

const words = (page: Page) => page.getByLabel('What do you want to say?')
const state = (page: Page, name: string | RegExp) =>
  page
    .getByText(name, { exact: typeof name === 'string' })
    .first()
    .waitFor()

/** Opens the page of a new post with one selected account. */
async function openComposer(page: Page, url: string, name: string): Promise<void> {
  await signUp(page, url, name)
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
}

async function signIn(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/auth/sign-in`)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/p\/prof_/)
}

test('the first text creates a draft, text typed offline stays in the browser, and closing the tab loses nothing', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await openComposer(page, url, 'Ada')

  await words(page).fill('The bakery')
  await page.waitForURL(/post=post_/)
  await state(page, 'Saved')
  assert.deepEqual(faults, [])

  await page.context().setOffline(true)
  await words(page).fill('The bakery opens')
  await state(page, 'Offline · saved on this device')
  await words(page).fill('The bakery opens at six.')
  // The tab closes while the service is unreachable, and a new one finds the text.
  const address = page.url()
  await page.close({ runBeforeUnload: false })
  const again = await page.context().newPage()
  await page.context().setOffline(false)
  await again.goto(address)
  await until('the words are back', async () => (await words(again).inputValue()) === 'The bakery opens at six.')
  await state(again, /We restored your unsaved changes/)
  await state(again, 'Saved')

  await again.reload()
  await until('the service has them', async () => (await words(again).inputValue()) === 'The bakery opens at six.')
  assert.equal(await again.getByText(/We restored/).count(), 0)
})

/** Keeps the stored drafts busy from another tab, so that no write is committed until the returned function is called. */
async function delayWrites(page: Page, url: string): Promise<() => Promise<void>> {
  const other = await page.context().newPage()
  await other.goto(url)
  await other.evaluate(`new Promise((resolve) => {
    indexedDB.open('posthorn').onsuccess = ({ target }) => {
      const drafts = target.result.transaction('drafts', 'readwrite').objectStore('drafts')
      const turn = () => {
        resolve()
        if (!globalThis.isOver) drafts.count().onsuccess = turn
      }
      turn()
    }
  })`)
  return async () => {
    await other.evaluate('globalThis.isOver = true')
    await other.close()
  }
}

test('a page that is reloaded before the browser has stored the text still has the text', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await openComposer(page, url, 'Ada')
  await words(page).waitFor()
  const resume = await delayWrites(page, url)
  await words(page).fill('Half a thought about')
  await page.reload()
  await resume()
  await untilHolds(words(page), 'Half a thought about')
  await state(page, 'Saved')
  await page.reload()
  await untilHolds(words(page), 'Half a thought about')
  assert.deepEqual(faults, [])
})

test('if two people change a draft, different fields are merged, and a field that both changed is shown side by side', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using first = await installation.visit()
  await using second = await installation.visit()
  const [ada, other] = [first.page, second.page]
  await openComposer(ada, url, 'Ada')
  await words(ada).fill('Rolls at six.')
  await ada.waitForURL(/post=post_/)
  await state(ada, 'Saved')
  await signIn(other, url, 'Ada')
  await other.goto(ada.url())
  await until('the other sees the draft', async () => (await words(other).inputValue()) === 'Rolls at six.')

  await other.getByRole('tab', { name: /Alice/ }).click({ modifiers: ['Alt'] })
  await state(other, 'Saved')
  await ada.getByRole('tab', { name: /Alice.*, off$/ }).waitFor()
  assert.equal(await words(ada).inputValue(), 'Rolls at six.')

  await first.page.context().setOffline(true)
  await words(ada).fill('Rolls at seven.')
  await words(other).fill('Rolls at five.')
  await state(other, 'Saved')
  await first.page.context().setOffline(false)
  const dialog = ada.getByRole('dialog', { name: 'This post has two versions' })
  await dialog.waitFor()
  await dialog.getByText('Rolls at seven.').waitFor()
  await dialog.getByText('Rolls at five.').waitFor()
  await dialog.getByRole('radio', { name: 'Keep both' }).check()
  await dialog.getByRole('button', { name: 'Save merged version' }).click()
  await state(ada, 'Saved')
  const both = 'Rolls at seven.\n\nRolls at five.'
  await untilHolds(words(ada), both)
  await untilHolds(words(other), both)
})

test('two people’s changes in different places of a text are joined, and only the same words are a conflict', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using first = await installation.visit()
  await using second = await installation.visit()
  const [ada, other] = [first.page, second.page]
  await openComposer(ada, url, 'Ada')
  await words(ada).fill('We bake rye bread, daily.')
  await ada.waitForURL(/post=post_/)
  await state(ada, 'Saved')
  await signIn(other, url, 'Ada')
  await other.goto(ada.url())
  await untilHolds(words(other), 'We bake rye bread, daily.')

  await first.page.context().setOffline(true)
  await words(ada).fill('News! We bake rye bread, daily.')
  await words(other).fill('We bake rye bread, daily. Open from six to six.')
  await state(other, 'Saved')
  await first.page.context().setOffline(false)
  const both = 'News! We bake rye bread, daily. Open from six to six.'
  await untilHolds(words(ada), both)
  await untilHolds(words(other), both)
  assert.equal(await ada.getByRole('dialog').count(), 0)

  await first.page.context().setOffline(true)
  await words(ada).fill(both.replace('rye', 'spelt'))
  await words(other).fill(both.replace('rye', 'wheat'))
  await state(other, 'Saved')
  await first.page.context().setOffline(false)
  const dialog = ada.getByRole('dialog', { name: 'This post has two versions' })
  await dialog.waitFor()
  assert.deepEqual(await dialog.locator('mark').allInnerTexts(), ['spelt', 'wheat'])
})

test('two people with the same post open see each other until one leaves, and nothing on the page moves', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using first = await installation.visit()
  await using second = await installation.visit()
  const [ada, bob] = [first.page, second.page]
  await openComposer(ada, url, 'Ada')
  await words(ada).fill('Rolls at six.')
  await ada.waitForURL(/post=post_/)
  await state(ada, 'Saved')
  await ada.setViewportSize({ width: 390, height: 844 })
  await signUp(bob, url, 'Bob')
  const { profileId, ...api } = await openApi(url, 'Ada')
  const { inviteToken } = await api.post(`/v1/profiles/${profileId}/invites`, { role: 'editor' })
  const bobApi = await openApi(url, 'Bob')
  await bobApi.post('/v1/profiles/invites/accept', { token: inviteToken })

  const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'is also editing this post.' })
  const standing = () => words(ada).boundingBox()
  const before = await standing()
  assert.equal(await notice(ada).count(), 0)
  const says = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/presence')
  const presence = `/v1/posts/${new URL(ada.url()).searchParams.get('post')}/presence`
  let requestCount = 0
  ada.on('request', (request) => {
    if (says(request)) requestCount += 1
  })
  await until('the page is notified without polling', async () => {
    const askedBefore = requestCount
    await bobApi.put(presence, {})
    await notice(ada).getByText('Bob').waitFor()
    await bobApi.delete(presence)
    await notice(ada).waitFor({ state: 'detached' })
    return requestCount === askedBefore
  })

  await bob.goto(ada.url())
  await notice(bob).getByText('Ada').waitFor()
  await notice(ada).getByText('Bob').waitFor()
  assert.deepEqual(await standing(), before)
  assert.ok(((await notice(ada).boundingBox())?.y ?? 1_000) < (before?.y ?? 0), 'it is above the text')
  assert.deepEqual(await notice(ada).locator('bdi').allInnerTexts(), ['Bob'])
  assert.deepEqual([await listBarriers(ada), await listBarriers(bob)], [[], []])

  // Presence expires after 45 seconds and is reported every 20. If a person disappears earlier, the page has reported
  // it.
  const goesBy = async (leave: () => Promise<unknown>) => {
    const at = performance.now()
    await leave()
    await notice(ada).waitFor({ state: 'detached' })
    assert.ok(performance.now() - at < 25_000, 'presence does not have to expire')
  }
  await goesBy(() => bob.getByRole('link', { name: 'Posts', exact: true }).first().click())
  await bob.goBack()
  await notice(ada).getByText('Bob').waitFor()
  await goesBy(() => bob.goto(`${url}/p/${profileId}/posts`))
  await bob.goto(ada.url())
  await notice(ada).getByText('Bob').waitFor()
  // Another tab of Bob's reports that he left. This one is notified, and at once reports that he is still here.
  const saysSo = bob.waitForRequest(says)
  const at = performance.now()
  await bobApi.delete(presence)
  await saysSo
  assert.ok(performance.now() - at < 15_000, 'it does not wait for its turn')
  await notice(ada).getByText('Bob').waitFor()
  assert.deepEqual([...first.faults, ...second.faults], [])
})

test('two tabs of one browser can edit one draft, and neither overwrites the other’s text', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await openComposer(page, url, 'Ada')
  await words(page).fill('Rolls at six.')
  await page.waitForURL(/post=post_/)
  await state(page, 'Saved')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await untilHolds(words(other), 'Rolls at six.')

  await words(other).fill('Rolls at five.')
  await state(other, 'Saved')
  await untilHolds(words(page), 'Rolls at five.')
  await words(page).fill('Rolls at five, and rye.')
  await state(page, 'Saved')
  await untilHolds(words(other), 'Rolls at five, and rye.')

  // Both write at once: the text saved second is shown next to the first, and nothing is lost.
  await Promise.all([words(page).fill('Rye at five.'), words(other).fill('Rolls at four.')])
  const request = (tab: Page) => tab.getByRole('dialog', { name: 'This post has two versions' })
  const late = await until('one tab asks', async () => {
    const dialogs = [request(page), request(other)]
    const shown = await Promise.all(dialogs.map((dialog) => dialog.isVisible()))
    return dialogs.find((_, nth) => shown[nth]) ?? null
  })
  await late.getByText('Rye at five.').waitFor()
  await late.getByText('Rolls at four.').waitFor()
  await late.getByRole('radio', { name: 'Keep both' }).check()
  await late.getByRole('button', { name: 'Save merged version' }).click()
  await until('both tabs have both texts', async () => {
    const texts = await Promise.all([page, other].map((tab) => words(tab).inputValue()))
    return texts.every((text) => text.includes('Rye at five.') && text.includes('Rolls at four.'))
  })
  assert.deepEqual(
    faults.filter((fault) => !/status of 412/.test(fault)),
    [],
  )
})

test('an empty post is neither saved nor sent: the page says what is missing until there is content', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  const { page } = visitor
  await openComposer(page, installation.url, 'Ada')
  const hint = page.getByRole('alert').getByText('Write something or add a file.')
  for (const press of ['Save draft', /^Publish to/]) {
    await page.getByRole('button', { name: press }).click()
    await hint.waitFor()
  }
  await words(page).fill('The bakery')
  await hint.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/\/posts\/post_/)
})
