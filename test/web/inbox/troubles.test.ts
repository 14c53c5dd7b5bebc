import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { connectNetworks } from '../connect-networks.ts'
import { makePeopleTalk } from '../inbox-world.ts'
import { openApi, openInstallation, password, signUp } from '../visitor.ts'

/** The inbox when something goes wrong: each trouble says what happened, and offers the next step. */
let installation: Awaited<ReturnType<typeof openInstallation>>
let ada: Awaited<ReturnType<typeof openApi>>
let inbox: string
before(async () => {
  installation = await openInstallation()
  await using visitor = await installation.visit()
  await signUp(visitor.page, installation.url, 'Ada')
  ada = await openApi(installation.url, 'Ada')
  inbox = `/p/${ada.profileId}/inbox`
  const { url, sandboxUrl } = installation
  await connectNetworks(ada, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'alice' })
  await makePeopleTalk(ada, { sandboxUrl, profileId: ada.profileId, person: 'alice' }, 'The new Huila is on the shelf.')
})
after(() => installation[Symbol.asyncDispose]())

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

async function open(page: Page, text: string): Promise<void> {
  await page.goto(`${installation.url}/auth/sign-in?next=${encodeURIComponent(inbox)}`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: text }).click()
  await messages(page).getByText(text).waitFor()
}

const answer = (route: Route, status: number, body: object) =>
  route.fulfill({
    status,
    contentType: status < 400 ? 'application/json' : 'application/problem+json',
    body: JSON.stringify(body),
  })

/** Shows the replies of a conversation as if one of them were in another state. */
const showReply = (page: Page, state: object) =>
  page.route('**/v1/inbox/conversations/*/replies', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const { replies } = (await (await route.fetch()).json()) as { replies: object[] }
    await answer(route, 200, { replies: replies.map((one) => ({ ...one, ...state })) })
  })

test('someone has answered in the meantime: the text stays, and Send anyway sends it', async () => {
  await using visitor = await installation.visit()
  const { page } = visitor
  await open(page, 'ship the Huila')
  let asks = 0
  await page.route('**/v1/inbox/conversations/*/replies', async (route) => {
    if (route.request().method() !== 'POST' || asks > 0) return route.continue()
    asks += 1
    await answer(route, 409, {
      type: 'about:blank',
      status: 409,
      code: 'answered_meanwhile',
      title: 'Someone has replied.',
    })
  })
  const field = page.getByRole('textbox', { name: 'Your reply' })
  await field.fill('We do.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await messages(page)
    .getByText(/Sending in \d s/)
    .waitFor()
  assert.equal(await field.inputValue(), '')
})

test('a failed reply says why, and an unknown one asks what is there', async () => {
  await using visitor = await installation.visit()
  const { page } = visitor
  await showReply(page, { state: 'failed', sentItemId: null, sendsAt: null, error: 'The network refused it.' })
  await open(page, 'ship the Huila')
  await messages(page).getByText('Failed: The network refused it.').waitFor()
  await messages(page).getByRole('button', { name: 'Send again' }).waitFor()
  await messages(page).getByRole('button', { name: 'Change and send' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Your reply' }).inputValue(), 'We do.')
  await page.unroute('**/v1/inbox/conversations/*/replies')
  await showReply(page, { state: 'unknown', sentItemId: null, sendsAt: null })
  await page.reload()
  await messages(page)
    .getByText(/We don’t know whether this was sent/)
    .waitFor()
  await messages(page).getByRole('button', { name: 'It’s there' }).waitFor()
})

test('an account that could not be read is named, and a missing permission has a button', async () => {
  await using visitor = await installation.visit()
  const { page } = visitor
  await page.route('**/v1/inbox/accounts?*', async (route) => {
    const { accounts } = (await (await route.fetch()).json()) as { accounts: { network: string }[] }
    const problem = { code: 'unreachable', message: 'The network returned 503.' }
    await answer(route, 200, {
      accounts: accounts.map((one) =>
        one.network === 'bluesky'
          ? { ...one, problem }
          : { ...one, isOn: false, missingScopes: ['read:notifications'] },
      ),
    })
  })
  await open(page, 'ship the Huila')
  await page.getByText(/Bluesky · .+: The network returned 503\. Retrying automatically\./).waitFor()
  const asked = page.waitForRequest('**/upgrade-scopes')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'Choose accounts' }).click()
  await page.getByRole('button', { name: /Allow reading Mastodon/ }).click()
  assert.deepEqual((await asked).postDataJSON().scopes, ['read:notifications'])
})

test('on Mastodon, the counter counts the handle that a reply begins with', async () => {
  await using visitor = await installation.visit()
  const { page } = visitor
  await open(page, 'moka pot')
  const field = page.getByRole('textbox', { name: 'Your reply' })
  await page.getByText(/^\d+ left$/).waitFor()
  await field.fill('Yes')
  const alone = Number((await page.getByText(/^\d+ left$/).innerText()).split(' ')[0])
  await field.fill('@bob Yes')
  assert.ok(alone < 500 - 3, `${alone} left`)
})
