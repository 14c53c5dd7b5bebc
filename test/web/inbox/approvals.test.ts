import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { makePeopleTalk } from '../inbox-world.ts'
import { listBarriersInThemes, openApi, openInstallation, password, signUp, untilHolds } from '../visitor.ts'

/** Replies that wait for an approval, on the page: asked for by one person, read and approved by another. */
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
  const place = { sandboxUrl, profileId: ada.profileId, person: 'alice' }
  await makePeopleTalk(ada, place, 'The new Huila is on the shelf.')
  await using second = await installation.visit()
  await signUp(second.page, installation.url, 'Conny')
  const conny = await openApi(installation.url, 'Conny')
  const { inviteToken } = await ada.post(`/v1/profiles/${ada.profileId}/invites`, { role: 'contributor' })
  await conny.post('/v1/profiles/invites/accept', { token: inviteToken })
})
after(() => installation[Symbol.asyncDispose]())

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

async function signIn(page: Page, name: string, next: string, heading: string): Promise<void> {
  await page.goto(`${installation.url}/auth/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

test('a contributor asks for approval, reads why a reply was rejected, changes it, and the owner approves it', async () => {
  await using owner = await installation.visit()
  await signIn(owner.page, 'Ada', `/p/${ada.profileId}/settings`, 'Settings')
  await owner.page.getByLabel('Inbox replies that need approval').selectOption('All')
  const approvals = owner.page.locator('form').filter({ hasText: 'Minimum role to approve' })
  await approvals.getByRole('button', { name: 'Save' }).click()
  await until('the brand keeps the rule', async () => {
    const { inboxApprovals } = await ada.get(`/v1/profiles/${ada.profileId}`)
    return inboxApprovals === 'all'
  })

  await using writer = await installation.visit()
  await signIn(writer.page, 'Conny', inbox, 'Inbox')
  await rows(writer.page).filter({ hasText: 'ship the Huila' }).getByRole('link').click()
  const field = writer.page.getByRole('textbox', { name: 'Your reply' })
  await field.fill('We do not.')
  assert.equal(await writer.page.getByRole('button', { name: 'Send', exact: true }).count(), 0)
  await writer.page.getByRole('button', { name: 'Ask for approval' }).click()
  await messages(writer.page).getByText('Can approve: Ada.').waitFor()
  assert.equal(await messages(writer.page).getByRole('button', { name: 'Approve' }).count(), 0)
  await writer.page.getByRole('link', { name: /Waiting for approval 1/ }).waitFor()

  await owner.page.goto(`${installation.url}${inbox}?show=approval`)
  await until('one conversation waits', async () => (await rows(owner.page).count()) === 1)
  await rows(owner.page).getByText('Reply needs approval').waitFor()
  await rows(owner.page).getByRole('link').click()
  await messages(owner.page).getByText('Conny wrote this').waitFor()
  assert.deepEqual(await listBarriersInThemes(owner.page), [])
  await messages(owner.page).getByRole('button', { name: 'Reject' }).click()
  await owner.page.getByLabel('Reason').fill('We ship to Austria since May.')
  await messages(owner.page).getByRole('button', { name: 'Reject' }).click()
  await messages(owner.page).getByText('Rejected by Ada').waitFor()

  await writer.page.reload()
  await messages(writer.page).getByText('We ship to Austria since May.').waitFor()
  await messages(writer.page).getByRole('button', { name: 'Change' }).click()
  await untilHolds(writer.page.getByLabel('Text of the reply'), 'We do not.')
  await writer.page.getByLabel('Text of the reply').fill('We do, since May.')
  await writer.page.getByRole('button', { name: 'Save and ask again' }).click()
  await messages(writer.page).getByText('Can approve: Ada.').waitFor()

  await owner.page.reload()
  await messages(owner.page).getByText('We do, since May.').waitFor()
  await messages(owner.page).getByRole('button', { name: 'Approve' }).click()
  await messages(owner.page)
    .getByText(/Sending in \d s/)
    .waitFor()
  await until('it is sent', async () => {
    const { conversations } = await ada.get(`/v1/inbox/conversations?profileId=${ada.profileId}&state=done`)
    return conversations.some(({ last }: { last: { text: string } }) => last.text === 'We do, since May.')
  })
  assert.deepEqual([...writer.faults, ...owner.faults], [])
})

test('the owner is shown what happened since, and confirms it', async () => {
  await using writer = await installation.visit()
  await signIn(writer.page, 'Conny', inbox, 'Inbox')
  await rows(writer.page).filter({ hasText: 'moka pot' }).getByRole('link').click()
  await writer.page.getByRole('textbox', { name: 'Your reply' }).fill('It is.')
  await writer.page.getByRole('button', { name: 'Ask for approval' }).click()
  await messages(writer.page).getByText('Can approve: Ada.').waitFor()
  await writer.page.getByRole('textbox', { name: 'Your reply' }).fill('It is good for a moka pot.')
  await writer.page.getByRole('button', { name: 'Ask for approval' }).click()
  await messages(writer.page).getByText('Another reply to this comment waits, too.').first().waitFor()

  await using owner = await installation.visit({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const { page } = owner
  await signIn(page, 'Ada', `${inbox}?show=approval`, 'Inbox')
  await rows(page).first().getByRole('link').tap()
  await messages(page).getByText('Another reply to this comment waits, too.').first().waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390)
  await messages(page).getByRole('button', { name: 'Approve, withdraw the other' }).last().tap()
  await messages(page)
    .getByText(/Sending in \d s/)
    .waitFor()
  await messages(page).getByText('It is.', { exact: true }).waitFor({ state: 'detached' })
  assert.deepEqual([...writer.faults, ...owner.faults], [])
})
