import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { makePeopleTalk } from '../inbox-world.ts'
import { listBarriersInThemes, openApi, openInstallation, password, signUp } from '../visitor.ts'

/** The page of the response times. */
let installation: Awaited<ReturnType<typeof openInstallation>>
let ada: Awaited<ReturnType<typeof openApi>>
before(async () => {
  installation = await openInstallation()
  await using visitor = await installation.visit()
  await signUp(visitor.page, installation.url, 'Ada')
  ada = await openApi(installation.url, 'Ada')
})
after(() => installation[Symbol.asyncDispose]())

test('the response times of a brand are shown in figures, by day and by account, and a reply changes them', async () => {
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  const path = `/p/${ada.profileId}/inbox/numbers`
  await page.goto(`${url}/auth/sign-in?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('No one waited for a reply in this period').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])

  await connectNetworks(ada, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'alice' })
  await makePeopleTalk(ada, { sandboxUrl, profileId: ada.profileId, person: 'alice' }, 'The new Huila is here.')
  await page.reload()
  const figures = page.getByRole('term')
  await figures.first().waitFor()
  await page.getByText('0 of 4').waitFor()
  await page
    .getByRole('cell', { name: 'Mastodon' })
    .or(page.getByRole('rowheader', { name: 'Mastodon' }))
    .waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])

  const { conversations } = await ada.get(`/v1/inbox/conversations?profileId=${ada.profileId}`)
  const { id, last } = conversations[0]
  const reply = { itemId: last.id, lastItemId: last.id, text: 'Yes.' }
  const { id: replyId } = await ada.post(`/v1/inbox/conversations/${id}/replies`, reply)
  await until('the reply is sent', async () => (await ada.get(`/v1/inbox/replies/${replyId}`)).state === 'sent')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: '7 days' }).click()
  await page.reload()
  await page.getByText('1 of 4').waitFor()
  assert.match(page.url(), /days=7.*by=account|by=account.*days=7/)
  assert.deepEqual(faults, [])
})
