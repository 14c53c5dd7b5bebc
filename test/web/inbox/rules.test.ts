import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { makePeopleTalk } from '../inbox-world.ts'
import { listBarriersInThemes, openApi, openInstallation, password, signUp } from '../visitor.ts'

/** The page of the rules: write one, try it on what was said, and see in a conversation what it did. */
let installation: Awaited<ReturnType<typeof openInstallation>>
let ada: Awaited<ReturnType<typeof openApi>>
before(async () => {
  installation = await openInstallation()
  await using visitor = await installation.visit()
  await signUp(visitor.page, installation.url, 'Ada')
  ada = await openApi(installation.url, 'Ada')
  const { url, sandboxUrl } = installation
  await connectNetworks(ada, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'alice' })
  await makePeopleTalk(ada, { sandboxUrl, profileId: ada.profileId, person: 'alice' }, 'The new Huila is here.')
})
after(() => installation[Symbol.asyncDispose]())

const rows = (page: Page) => page.getByRole('list', { name: 'Rules' }).getByRole('listitem')

async function signIn(page: Page, name: string): Promise<void> {
  const next = `/p/${ada.profileId}/inbox`
  await page.goto(`${installation.url}/auth/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'Rules' }).click()
  await page.getByRole('heading', { name: 'Inbox rules', level: 1 }).waitFor()
}

test('a rule is tried before it is turned on, and sorts what is said from then on', async () => {
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signIn(page, 'Ada')
  await page.getByText('No rules yet').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByRole('button', { name: 'New rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rule' })
  await dialog.getByLabel('Name').fill('Shipping')
  await dialog.getByLabel('Contains one of these words').fill('SHIP\nveröffentlicht')
  await dialog.getByLabel('Conversation').selectOption('done')
  await dialog.getByRole('button', { name: 'Try it' }).click()
  await dialog.getByRole('status').getByText('Matches 1 of 4 from the last 30 days').waitFor()
  await dialog.getByText('Do you ship the Huila to Austria?').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  // Other conditions have to be tried again.
  await dialog.getByLabel('Contains a link').check()
  await dialog.getByRole('button', { name: 'Try it' }).click()
  await dialog.getByRole('status').getByText('Matches none of 4').waitFor()
  await dialog.getByLabel('Contains a link').uncheck()
  await dialog.getByRole('button', { name: 'Try it' }).click()
  await dialog.getByRole('button', { name: 'Save and turn on' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rows(page).getByText('contains “SHIP”, “veröffentlicht” → close').waitFor()

  await sayOnBluesky('Will you ship to Norway?')
  const closed = await until('the rule has closed it', async () => {
    const query = `profileId=${ada.profileId}&q=Norway&state=done`
    return (await ada.get(`/v1/inbox/conversations?${query}`)).conversations[0] ?? null
  })
  await page.goto(`${installation.url}/p/${ada.profileId}/inbox?show=done&open=${closed.id}`)
  await page.getByText('Rule “Shipping” closed this').waitFor()
  assert.deepEqual(faults, [])
})

test('rules are ordered, turned off and deleted in the list, and one that is off is tried before it is on', async () => {
  const of = { profileId: ada.profileId, conditions: { hasLink: true }, actions: { state: 'done' } }
  await ada.post('/v1/inbox/rules', { ...of, name: 'Spam links' })
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signIn(page, 'Ada')
  await until('two are listed', async () => (await rows(page).count()) === 2)
  await page.getByRole('button', { name: 'Move Spam links up' }).click()
  await until('it is first', async () => (await rows(page).first().innerText()).includes('Spam links'))
  await page.getByRole('button', { name: 'Turn on Spam links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit rule' })
  await dialog
    .getByRole('status')
    .getByText(/Matches none of \d/)
    .waitFor()
  await dialog.getByRole('button', { name: 'Save and turn on' }).click()
  await page.getByRole('button', { name: 'Turn off Spam links' }).click()
  await page.getByRole('button', { name: 'Turn on Spam links' }).waitFor()
  await page.getByRole('button', { name: 'Delete Spam links' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click()
  await until('one is listed', async () => (await rows(page).count()) === 1)
  assert.deepEqual(faults, [])
})

async function sayOnBluesky(body: string): Promise<void> {
  const answer = await fetch(`${installation.sandboxUrl}/control/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network: 'bluesky', account: 'alice', act: 'comment', with: { body } }),
  })
  assert.ok(answer.ok)
  const { accounts } = await ada.get(`/v1/inbox/accounts?profileId=${ada.profileId}`)
  // An account that is turned on is read at once.
  for (const { accountId, network } of accounts)
    for (const isOn of network === 'bluesky' ? [false, true] : [])
      await ada.patch(`/v1/inbox/accounts/${accountId}`, { isOn })
}
