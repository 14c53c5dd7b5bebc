import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { makePeopleTalk } from '../inbox-world.ts'
import { listBarriersInThemes, openApi, openByKey, openInstallation, password, signUp, untilHolds } from '../visitor.ts'

/** The page of the inbox, as people work with it: with keys, on a phone, and with fewer rights. */
let installation: Awaited<ReturnType<typeof openInstallation>>
let ada: Awaited<ReturnType<typeof openApi>>
let inbox: string
before(async () => {
  installation = await openInstallation()
  await using visitor = await installation.visit()
  await signUp(visitor.page, installation.url, 'Ada')
  ada = await openApi(installation.url, 'Ada')
  inbox = `/p/${ada.profileId}/inbox`
})
after(() => installation[Symbol.asyncDispose]())

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const talk = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} ·`) })

async function signIn(page: Page, name: string, next: string): Promise<void> {
  await page.goto(`${installation.url}/auth/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
}

test('the inbox begins with its accounts: first none, then a switch for those who manage the brand', async () => {
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signIn(page, 'Ada', inbox)
  await page.getByText('No account for the inbox yet').waitFor()
  const { url, sandboxUrl } = installation
  await connectNetworks(ada, ['bluesky', 'mastodon', 'pinterest'], { url, sandboxUrl, person: 'alice' })
  await page.reload()
  await page.getByRole('heading', { name: 'Collect replies in one place' }).waitFor()
  const accounts = page.getByRole('list', { name: 'Accounts in the inbox' }).getByRole('listitem')
  const notYet = accounts.filter({ hasText: 'Not available for this network yet' })
  assert.deepEqual([await accounts.count(), await notYet.count(), await notYet.getByRole('button').count()], [3, 1, 0])
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByRole('button', { name: /Turn on the inbox for Mastodon/ }).click()
  await page.getByText('No open conversations').waitFor()
  await page.getByRole('button', { name: 'Check now' }).last().waitFor()
  assert.deepEqual(faults, [])
})

test('an editor finishes three conversations with five key presses, and takes the last one back', async () => {
  const { sandboxUrl } = installation
  const place = { sandboxUrl, profileId: ada.profileId, person: 'alice' }
  await makePeopleTalk(ada, place, 'The new Huila is on the shelf.')
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signIn(page, 'Ada', inbox)
  await until('four conversations are listed', async () => (await rows(page).count()) === 4)
  // The first paint does not wait for the shortcuts.
  await openByKey(page, '?')
  await page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .getByText('Inbox: assign, twice for yourself')
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const names = await rows(page).getByRole('link').allInnerTexts()
  const first = names[0]?.split('\n').find((line) => /^\p{L}{3,}/u.test(line)) ?? ''
  let presses = 0
  const press = async (key: string) => {
    await page.keyboard.press(key)
    presses += 1
  }
  await press('j')
  await press('Enter')
  await talk(page, first).waitFor()
  await press('e')
  await until('the first is gone', async () => (await rows(page).count()) === 3)
  await page.getByRole('link', { name: /Open 3/ }).waitFor()
  // The next one is open, and has the focus.
  await page.locator('a[data-conversation][aria-current=page]:focus').waitFor()
  await press('e')
  await press('e')
  await until('one is left', async () => (await rows(page).count()) === 1)
  assert.equal(presses, 5)
  await page.getByRole('group').getByRole('button', { name: 'Undo' }).first().click()
  await until('two are left', async () => (await rows(page).count()) === 2)
  await until('the service agrees', async () => {
    const { open } = await ada.get(`/v1/inbox/counts?profileId=${ada.profileId}`)
    return open === 2
  })

  // The same key twice assigns the conversation to the person who presses it.
  await rows(page).first().getByRole('link').focus()
  await press('a')
  await press('a')
  await page.getByRole('button', { name: 'Assigned to Ada' }).waitFor()
  await page.getByRole('link', { name: /Mine 1/ }).waitFor()

  // A time from the menu, and back with a key.
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: /In a week/ }).click()
  await until('one is open', async () => (await rows(page).count()) === 1)
  await page.getByRole('link', { name: /Snoozed 1/ }).click()
  await rows(page)
    .getByText(/Snoozed until/)
    .waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('u')
  await page.getByText('Nothing snoozed').waitFor()
  await page.getByRole('link', { name: /Open 2/ }).click()
  await until('two are open', async () => (await rows(page).count()) === 2)

  // The search is a key away, and Escape ends it.
  await page.keyboard.press('/')
  await page.keyboard.type('no such words')
  await page.getByText('No conversations match').waitFor()
  await page.keyboard.press('Escape')
  await until('all are back', async () => (await rows(page).count()) === 2)
  await rows(page).first().getByRole('link').click()
  await page.getByRole('complementary', { name: 'Person' }).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  assert.deepEqual(faults, [])
})

test('a change that the service refuses is taken back, with a message', async () => {
  await using visitor = await installation.visit()
  const { page } = visitor
  await signIn(page, 'Ada', inbox)
  await until('two are listed', async () => (await rows(page).count()) === 2)
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/inbox/conversations/conv_*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await held.promise
    const problem = { type: 'about:blank', status: 403, code: 'profile_role_required', title: 'No', detail: 'No.' }
    await route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  await rows(page).first().getByRole('link').click()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await until('it is gone before there is an answer', async () => (await rows(page).count()) === 1)
  held.resolve()
  await until('it is back', async () => (await rows(page).count()) === 2)
  await page.getByText('Couldn’t change the conversation').waitFor()
  await page.getByRole('link', { name: /Open 2/ }).waitFor()
})

test('a phone shows the list, then the conversation, then the list again', async () => {
  await using visitor = await installation.visit({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const { page, faults } = visitor
  await signIn(page, 'Ada', inbox)
  await until('two are listed', async () => (await rows(page).count()) === 2)
  await rows(page).first().getByRole('link').tap()
  await page.getByRole('region', { name: 'Messages' }).waitFor()
  assert.equal(await page.getByRole('list', { name: 'Conversations' }).isVisible(), false)
  await page.locator('#conversation-title:focus').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.equal(width, 390)
  await page.getByRole('link', { name: 'Back to inbox' }).tap()
  await rows(page).first().waitFor()
  assert.equal(await page.getByRole('region', { name: 'Messages' }).count(), 0)
  await rows(page).first().getByRole('link').tap()
  await page.getByRole('button', { name: 'Done', exact: true }).tap()
  await until('the list has one less', async () => (await rows(page).count()) === 1)
  assert.ok(await page.getByRole('list', { name: 'Conversations' }).isVisible())
  await page.getByRole('button', { name: 'Undo' }).tap()
  await until('it is back', async () => (await rows(page).count()) === 2)
  assert.deepEqual(faults, [])
})

test('a reply is counted, waits for its seconds, is taken back or sent, and closes its conversation', async () => {
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signIn(page, 'Ada', inbox)
  await until('two are listed', async () => (await rows(page).count()) === 2)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Your reply')
  await field.waitFor()
  await page.keyboard.press('r')
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type('x'.repeat(600))
  await page.getByText(/\d+ too many/).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Send and close' }).isDisabled())
  await field.fill('We do. Order by Sunday.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByText(/Sending in \d s/).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await messages.getByRole('button', { name: 'Undo' }).click()
  await messages.getByText('We do. Order by Sunday.').waitFor({ state: 'detached' })
  await untilHolds(field, 'We do. Order by Sunday.')

  await field.press('Control+Enter')
  await page.getByText(/Your reply to .+ is sent in 8 seconds/).waitFor()
  await until('it is sent, and its conversation is done', async () => (await rows(page).count()) === 1)
  await page.getByRole('link', { name: 'Done', exact: true }).click()
  await rows(page).filter({ hasText: 'You: ' }).first().getByRole('link').click()
  await messages.getByText(/Order by Sunday/).waitFor()
  await messages.getByText('Ada replied').waitFor()
  await page.keyboard.press('u')
  await until('two are open', async () => {
    const { open } = await ada.get(`/v1/inbox/counts?profileId=${ada.profileId}`)
    return open === 2
  })
  assert.deepEqual(faults, [])
})

test('what its author deleted is one line without a name, and cannot be answered', async () => {
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await page.route('**/v1/inbox/conversations/conv_*/items*', async (route) => {
    const answer = await route.fetch()
    const { items, ...rest } = await answer.json()
    const gone = { text: '', files: [], url: null, deletedAt: new Date().toISOString() }
    await route.fulfill({ json: { ...rest, items: items.map((item: object) => ({ ...item, ...gone })) } })
  })
  await signIn(page, 'Ada', inbox)
  await until('two are listed', async () => (await rows(page).count()) === 2)
  await rows(page).first().getByRole('link').click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages
    .getByText(/^Deleted on (Bluesky|Mastodon)/)
    .first()
    .waitFor()
  assert.equal(await messages.getByRole('article').count(), 0)
  assert.equal(await page.getByLabel('Your reply').count(), 0)
  assert.deepEqual(await listBarriersInThemes(page), [])
  assert.deepEqual(faults, [])
})

test('a viewer reads everything and sees no control that changes it', async () => {
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, installation.url, 'Vera')
  const vera = await openApi(installation.url, 'Vera')
  const { inviteToken } = await ada.post(`/v1/profiles/${ada.profileId}/invites`, { role: 'viewer' })
  await vera.post('/v1/profiles/invites/accept', { token: inviteToken })
  await page.goto(installation.url + inbox)
  await until('two are listed', async () => (await rows(page).count()) === 2)
  await rows(page).first().getByRole('link').click()
  await page.getByRole('region', { name: 'Messages' }).getByRole('article').first().waitFor()
  assert.equal(await page.getByLabel('Your reply').count(), 0)
  for (const name of ['Done', 'Reopen', 'Snooze', 'Assign'])
    assert.equal(await page.getByRole('main').getByRole('button', { name, exact: true }).count(), 0, name)
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitemradio', { name: /Bluesky/ }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Choose accounts' }).count(), 0)
  await page.keyboard.press('Escape')
  assert.equal(await rows(page).count(), 2)
  assert.deepEqual(faults, [])
})
