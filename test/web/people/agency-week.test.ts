import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

test('an agency’s week: a contributor writes, an approver objects and agrees, the client says yes, and the log tells who agreed to which words', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  const visit = () => installation.visit({ timezoneId: 'UTC' })
  await using owner = await visit()
  await using writer = await visit()
  await using editor = await visit()
  await using phone = await installation.visit({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  // Monday: the team of the brand, its two steps, and its client.
  await signUp(owner.page, url, 'Ada')
  await owner.page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(owner.page)
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  const home = `${url}/p/${profileId}`
  const join = async (page: Page, name: string, role: string) => {
    await signUp(page, url, name)
    const person = await openApi(url, name)
    const { inviteToken } = await ada.post(`/v1/profiles/${profileId}/invites`, { role })
    await person.post('/v1/profiles/invites/accept', { token: inviteToken })
  }
  await join(writer.page, 'Cora', 'contributor')
  await join(editor.page, 'Alex', 'approver')
  const members: { readonly name: string; readonly uid: string }[] = await ada.get(`/v1/profiles/${profileId}/members`)
  const alex = members.find(({ name }) => name === 'Alex')
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000)
  const maria = await ada.post(`/v1/profiles/${profileId}/guests`, {
    name: 'Maria',
    email: 'maria@client.example',
    from: day(-1).toISOString().slice(0, 10),
    to: day(30).toISOString().slice(0, 10),
    expiresAt: day(60).toISOString(),
  })
  const approvalSteps = [
    { name: 'Editor', uids: [alex?.uid] },
    { name: 'Client', guestIds: [maria.id] },
  ]
  const early = await ada.post('/v1/posts', { profileId, content: 'Closed on Sunday', platforms: ['bluesky'] })
  await until('it is published', async () => (await ada.get(`/v1/posts/${early.id}`)).status === 'published')
  await ada.patch(`/v1/profiles/${profileId}`, { approvalSteps })

  // Tuesday: the contributor writes a post, knows who decides first, and asks.
  const { page: cora } = writer
  await cora.goto(`${home}/compose`)
  await cora.getByLabel('What do you want to say?').fill('Open again at ten')
  await cora.getByText('First approval: Editor (Alex).').waitFor()
  await cora.getByRole('button', { name: 'Request approval · 1 account' }).click()
  await cora.waitForURL(/\/posts\/post_/)
  const postId = new URL(cora.url()).pathname.split('/').at(-1) ?? ''
  const read = () => ada.get(`/v1/posts/${postId}`)

  // Wednesday: it leads the approver's home. They ask a colleague, and send it back with a reason.
  const { page: eyes } = editor
  const approval = (of: Page) => of.getByRole('region', { name: 'Approval', exact: true })
  const team = (of: Page) => of.getByRole('region', { name: 'Team comments' })
  await eyes.goto(home)
  const turn = eyes.getByRole('list', { name: 'Needs your approval' })
  await turn.getByText('Open again at ten').waitFor()
  await turn.getByRole('link', { name: 'Review' }).click()
  await team(eyes).getByLabel('Write to your team').fill('The client will not like ten.')
  await team(eyes).getByRole('button', { name: 'Send', exact: true }).click()
  await team(eyes).getByRole('article', { name: 'Alex' }).waitFor()
  await approval(eyes).getByRole('button', { name: 'Reject' }).click()
  const reasons = eyes.getByRole('dialog', { name: 'Reject this post?' })
  await reasons.getByLabel('Reason').fill('Say nine.')
  await reasons.getByRole('button', { name: 'Reject' }).click()
  await approval(cora)
    .getByText(/^Alex · Rejected/)
    .waitFor()
  await approval(cora).getByText('Say nine.').waitFor()
  await team(cora).getByText('The client will not like ten.').waitFor()

  // Thursday: other words, the editor's yes, and it is the client's turn.
  await cora.goto(`${home}/compose?post=${postId}`)
  await cora.getByLabel('What do you want to say?').fill('Open again at nine')
  await cora.getByRole('button', { name: 'Request approval · 1 account' }).click()
  await cora.waitForURL(`**/posts/${postId}`)
  await eyes.goto(`${home}/posts/${postId}`)
  await approval(eyes).getByRole('button', { name: 'Approve' }).click()
  await approval(eyes).getByText('Can approve now: Maria.').waitFor()
  assert.equal((await read()).publishedAt, null)

  // Friday: the client reads exactly that, on a phone without scripts, and confirms the yes with a code.
  const { page: client } = phone
  await client.goto(maria.url)
  await client.getByRole('heading', { name: '1 post needs your approval' }).waitFor()
  await client.getByRole('link', { name: /Open again at nine/ }).click()
  const seen = await client.content()
  for (const hidden of ['The client will not like ten.', 'Say nine.', 'Open again at ten', 'Cora', 'Alex'])
    assert.ok(!seen.includes(hidden), `the client sees “${hidden}”`)
  await client.getByRole('button', { name: 'Approve' }).click()
  const [, code = ''] = await installation.findInMail(/^(\d{6})\r?$/m)
  await client.getByLabel('6-digit code').fill(code)
  await client.getByRole('button', { name: 'Confirm' }).click()
  await client.getByText('You approved this post on').waitFor()
  await until('the post is published', async () => (await read()).status === 'published')
  assert.equal((await read()).content, 'Open again at nine')

  // Afterwards: who agreed to which words, and who did not.
  const { decisions, guestDecisions } = await ada.get(`/v1/posts/${postId}/approvals`)
  assert.deepEqual(
    [...decisions, ...guestDecisions].map(({ decision }: { readonly decision: string }) => decision),
    ['approved', 'approved'],
  )
  const entries: Entry[] = await ada.get(`/v1/posts/${postId}/audit`)
  const hashOf = (action: string) => entries.find((one) => one.action === action)?.changes.contentHash?.to
  assert.match(hashOf('post.approved') ?? '', /^[0-9a-f]{64}$/)
  assert.equal(hashOf('post.approved_by_guest'), hashOf('post.approved'), 'both agreed to the same words')
  assert.equal(guestDecisions[0].isConfirmed, true)
  await owner.page.goto(`${home}/posts/${postId}`)
  await approval(owner.page)
    .getByText(/^Alex · Approved/)
    .waitFor()
  await approval(owner.page)
    .getByText(/^Maria \(client\) · Approved/)
    .waitFor()
  // A post that was published before there were steps needs none.
  await owner.page.goto(`${home}/posts/${early.id}`)
  await owner.page.getByRole('region', { name: 'Activity' }).waitFor()
  assert.equal(await approval(owner.page).count(), 0)
  await owner.page.goto(`${home}/settings/activity`)
  for (const name of ['Alex', 'Cora'])
    await owner.page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first().waitFor()
  assert.deepEqual([writer.faults, editor.faults, owner.faults], [[], [], []])
})

interface Entry {
  readonly action: string
  readonly changes: { readonly contentHash?: { readonly to: string } }
}
