import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes, seconds } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { connectBoth } from '#test/world/posts.ts'

/** A post is withdrawn while it is unknown whether the network has it. It is looked up, and not sent after that. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
const accounts: Record<string, string> = {}
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  w = await connectBoth(t)
  const signedIn = await connectHeadless(t, w.person, 'linkedin', w.profileId, { login: 'alice' })
  assert.equal(signedIn.status, 200, signedIn.text)
  const { pages } = (await w.person.get(`/v1/platforms/linkedin/pages?profileId=${w.profileId}`)).body
  for (const { id, category } of pages.slice(0, 2)) {
    const chosen = await w.person.post('/v1/platforms/linkedin/connect-page', { profileId: w.profileId, pageId: id })
    assert.equal(chosen.status, 201, chosen.text)
    accounts[category] = chosen.body.id
  }
  accounts.Bluesky = w.bluesky
  accounts.Mastodon = w.mastodon
})
after(() => t[Symbol.asyncDispose]())

const networks = {
  Bluesky: { platform: 'bluesky', account: 'Bluesky', call: 'putRecord', ifAbsent: 'cancelled', ifThere: 'published' },
  Mastodon: {
    platform: 'mastodon',
    account: 'Mastodon',
    call: 'createStatus',
    ifAbsent: 'cancelled',
    ifThere: 'published',
  },
  'LinkedIn, an organization': {
    platform: 'linkedin',
    account: 'Organization',
    call: 'createPost',
    ifAbsent: 'cancelled',
    ifThere: 'published',
  },
  // LinkedIn does not show a member's posts to any app.
  'LinkedIn, a member': {
    platform: 'linkedin',
    account: 'Member',
    call: 'createPost',
    ifAbsent: 'unknown',
    ifThere: 'unknown',
  },
} as const

const withdrawals = {
  cancelled: (id: string) => w.ada.delete(`/v1/queue/cancel/${id}`),
  deleted: (id: string) => w.ada.delete(`/v1/posts/${id}`),
} as const

for (const [name, { platform, account, call, ifAbsent, ifThere }] of Object.entries(networks)) {
  for (const [withdrawn, withdraw] of Object.entries(withdrawals)) {
    const publishWith = async (kind: 'reset' | 'drop_after', content: string) => {
      t.sandbox.faults.add({ network: platform, call, kind, times: 1 })
      const platforms = [{ platform, accountId: accounts[account] }]
      const made = await w.ada.post('/v1/posts', { profileId: w.profileId, content, platforms })
      assert.equal(made.status, 201, made.text)
      await t.settle()
      assert.deepEqual(t.sandbox.faults.list(), [], 'the fault occurred')
      assert.equal((await rowOf(made.body.id)).status, 'publishing')
      return made.body.id as string
    }
    const rowOf = async (id: string) => (await w.ada.get(`/v1/posts/${id}`)).body.targets[0]
    const isShown = (content: string) => t.sandbox.ledger.entries({}).some(({ text }) => text === content)
    const waitLong = async () => {
      for (let waited = 0; waited < 6; waited++) await t.advance(seconds(30))
      await t.advance(minutes(10))
    }

    test(`${name}: a post ${withdrawn} in doubt that is not on the network ends as ${ifAbsent}, and is not sent`, async () => {
      const content = `${name}: ${withdrawn} before it was there`
      const id = await publishWith('reset', content)
      assert.equal((await withdraw(id)).status, 200)
      await waitLong()
      assert.equal(isShown(content), false)
      const { status, nextAttemptAt } = await rowOf(id)
      assert.deepEqual([status, nextAttemptAt], [ifAbsent, null])
    })

    if (name === 'Bluesky' || name === 'Mastodon')
      test(`${name}: a post ${withdrawn} in doubt that is on the network ends as ${ifThere}`, async () => {
        const content = `${name}: ${withdrawn} when it was there`
        const id = await publishWith('drop_after', content)
        assert.equal((await withdraw(id)).status, 200)
        await waitLong()
        assert.equal(isShown(content), true)
        assert.equal((await rowOf(id)).status, ifThere)
      })
  }
}
