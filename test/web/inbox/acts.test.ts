import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { makePeopleTalk } from '../inbox-world.ts'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

/** Likes, hides and removals on the page of the inbox. */
let installation: Awaited<ReturnType<typeof openInstallation>>
let ada: Awaited<ReturnType<typeof openApi>>
before(async () => {
  installation = await openInstallation()
})
after(() => installation[Symbol.asyncDispose]())

test('a comment is liked and hidden at once, taken back with Undo, and a reply is removed after a question', async () => {
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  const { url, sandboxUrl } = installation
  await signUp(page, url, 'Ada')
  ada = await openApi(url, 'Ada')
  const { profileId } = ada
  await connectNetworks(ada, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'alice' })
  await makePeopleTalk(ada, { sandboxUrl, profileId, person: 'alice' }, 'The new Huila is on the shelf.')
  const { conversations } = await ada.get(`/v1/inbox/conversations?profileId=${profileId}`)
  const { id, last } = conversations.find((one: { last: { text: string } }) => one.last.text.includes('Austria'))
  const item = () => ada.get(`/v1/inbox/items/${last.id}`)
  await page.goto(`${url}/p/${profileId}/inbox?open=${id}`)
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByRole('button', { name: 'Like', exact: true }).click()
  await messages.getByText('You like this').waitFor()
  await until('the like is at the network', async () => {
    const { liked, acts } = await item()
    return liked && acts.length === 0
  })
  assert.deepEqual(await listBarriersInThemes(page), [])
  await messages.getByRole('button', { name: 'Unlike' }).waitFor()
  await page.keyboard.press('h')
  await messages.getByText('Hidden from others').waitFor()
  await page
    .getByRole('group')
    .getByText(/Comment by .* hidden on Bluesky/)
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await messages.getByText('Hidden from others').waitFor({ state: 'detached' })
  await until('it is shown at the network', async () => {
    const { hidden, acts } = await item()
    return !hidden && acts.length === 0
  })
  const written = { itemId: last.id, lastItemId: last.id, text: 'We do, within three days.' }
  await ada.post(`/v1/inbox/conversations/${id}/replies`, written)
  const own = page.getByRole('article').filter({ hasText: written.text })
  await own.getByRole('button', { name: 'Remove' }).click({ timeout: 60_000 })
  const question = page.getByRole('dialog', { name: 'Remove your reply?' })
  await question.getByText(/deleted on Bluesky/).waitFor()
  await question.getByRole('button', { name: 'Remove' }).click()
  await messages.getByText(/Removed from Bluesky/).waitFor({ timeout: 60_000 })
  assert.equal(await page.getByText(written.text).count(), 0)
  assert.deepEqual(faults, [])
})
