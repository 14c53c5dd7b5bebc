import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { createOauthUrl, signInByBrowser } from '#test/world/oauth.ts'
import { makeProfile } from '#test/world/people.ts'

test('cached options immediately reflect pages that have been connected since', async () => {
  await using t = await startApp({ sandbox: true })
  const person = await t.as('ada')
  const profileId = await makeProfile(person)
  const { authUrl } = await createOauthUrl(t, person, 'facebook', profileId)
  await signInByBrowser(t, authUrl, { login: 'alice' })
  const { body: listed } = await person.get(`/v1/platforms/facebook/pages?profileId=${profileId}`)
  const connect = async (pageId: string) =>
    (await person.post('/v1/platforms/facebook/switch-page', { profileId, pageId })).body
  const [bakery, books] = listed.pages
  const first = await connect(bakery.id)
  const accountsOfPages = async () => {
    const { body } = await person.get(`/v1/connections/${first.id}/options`)
    return body.pages.map(({ accountId }: { accountId: string | null }) => accountId)
  }
  assert.deepEqual(await accountsOfPages(), [first.id, null])
  const second = await connect(books.id)
  assert.deepEqual(await accountsOfPages(), [first.id, second.id])
})
