import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listBarriersInThemes, openApi, openInstallation, password, signUp } from '../visitor.ts'

/** Keeps the URLs that a browser requests or shows. Fragments are not part of requests. */
function noteUrls(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    urls.push(request.url())
    const { referer } = request.headers()
    if (referer) urls.push(referer)
  })
  page.on('framenavigated', (frame) => urls.push(frame.url()))
  return urls
}

const open = async (page: Page, address: string): Promise<void> => {
  await page.goto('about:blank')
  await page.goto(address)
}

test('an invited newcomer sees who invites them to what, enters a name and a password, and is in the brand', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit()
  await signUp(owner.page, url, 'Ada')
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  await ada.patch(`/v1/profiles/${profileId}`, { name: 'Harbour Coffee' })
  await owner.page.goto(`${url}/p/${profileId}/settings/members`)
  await owner.page.getByLabel('Email').fill('bob@example.com')
  await owner.page.getByLabel('Role', { exact: true }).selectOption('Contributor')
  await owner.page.getByRole('button', { name: 'Send invitation' }).click()
  await owner.page.getByText('Invitation sent to bob@example.com').waitFor()
  const [link = ''] = await installation.findInMail(/https?:\/\/[^\s"<>]*\/auth\/invite#[\w-]+/)
  const [, token = ''] = link.split('#')
  assert.equal(token.length, 43)

  await using visitor = await installation.visit()
  const { page, faults } = visitor
  const urls = noteUrls(page)
  await open(page, link)
  await page.getByRole('heading', { name: 'Ada invited you to Harbour Coffee', level: 1 }).waitFor()
  await page.getByText('Your role: Contributor. Can write drafts').waitFor()
  assert.equal(await page.getByLabel('Email').inputValue(), 'bob@example.com')
  assert.equal(await page.getByLabel('Email').getAttribute('readonly'), '')
  assert.deepEqual(await listBarriersInThemes(page), [])
  // The URL no longer has the token, and a reload still shows the invitation.
  assert.equal(page.url(), `${url}/auth/invite`)
  await page.reload()
  await page.getByLabel('Your name').fill('Bob')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await page.waitForURL(`${url}/p/${profileId}`)
  const members = await ada.get(`/v1/profiles/${profileId}/members`)
  assert.deepEqual(
    members.map(({ name, role }: { name: string; role: string }) => [name, role]),
    [
      ['Ada', 'owner'],
      ['Bob', 'contributor'],
    ],
  )
  // The browser itself names the URL that was opened, with its fragment.
  for (const one of urls.filter((one) => one !== link)) assert.ok(!one.includes(token), one)

  // Used once, it says so, and to whom to turn.
  await open(page, link)
  await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByRole('link', { name: 'Open Posthorn' }).click()
  await page.waitForURL(`${url}/p/**`)
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('404')),
    [],
  )
})

test('an invited person with an account signs in; someone else sees whose it is; a revoked one is refused while open', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit()
  await signUp(owner.page, url, 'Ada')
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  const invite = (body: object) => ada.post(`/v1/profiles/${profileId}/invites`, body)
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Cleo')

  // It is for Bob, and Cleo is signed in.
  const bobs = await invite({ role: 'editor', email: 'bob@example.com', note: 'Welcome!\nSee you on Monday.' })
  assert.equal(bobs.url, `${url}/auth/invite#${bobs.inviteToken}`)
  await open(page, bobs.url)
  const another = 'This invitation is for bob@example.com, and you’re signed in as cleo@example.com.'
  await page.getByText(another).waitFor()
  await page.getByText('See you on Monday.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Accept invitation' }).count(), 0)
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByRole('button', { name: 'Use a different account' }).click()
  await page.getByRole('button', { name: 'Create account and join' }).waitFor()

  // An address that has an account already is sent to the sign-in.
  const cleos = await invite({ role: 'viewer', email: 'cleo@example.com' })
  await open(page, cleos.url)
  await page.getByLabel('Your name').fill('Cleo again')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await page.getByText('This email already has an account. Sign in to accept.').waitFor()
  assert.equal(await page.getByLabel('Email').inputValue(), 'cleo@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${url}/p/${profileId}`)

  // It is revoked while she reads it.
  const raised = await invite({ role: 'editor' })
  await open(page, raised.url)
  await page.getByText('You’ll join as cleo@example.com.').waitFor()
  await ada.delete(`/v1/profiles/${profileId}/invites/${raised.id}`)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
  const members = await ada.get(`/v1/profiles/${profileId}/members`)
  assert.deepEqual(
    members.map(({ name, role }: { name: string; role: string }) => [name, role]),
    [
      ['Ada', 'owner'],
      ['Cleo', 'viewer'],
    ],
  )
  assert.deepEqual(
    faults.filter((fault) => !/404|409/.test(fault)),
    [],
  )
})

test('a page that needs a sign-in keeps its fragment out of the query, and has it afterwards', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Ada')
  await page.context().clearCookies()
  const urls = noteUrls(page)
  await open(page, `${url}/device#WDJB-MJHT`)
  await page.waitForURL('**/auth/sign-in**')
  await page.reload()
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('textbox', { name: 'Code' }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Code' }).inputValue(), 'WDJB-MJHT')
  for (const one of urls) assert.doesNotMatch(one.replace(/#.*/, ''), /WDJB/i)
})
