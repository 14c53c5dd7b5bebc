import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { platformIdOf } from '#rules/network-names.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth } from '#test/world/posts.ts'

/** The plan that `validate` returns is exactly what the network receives, byte for byte and call by call. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let media: readonly object[]
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  w = await connectBoth(t)
  const one = { login: w.login, pages: [`${w.login}-bakery`] }
  const connected = await connectHeadless(t, w.person, 'facebook', w.profileId, one)
  assert.equal(connected.status, 200, connected.text)
  const upload = async (width: number, height: number) => {
    const file = await noise(width, height).jpeg({ quality: 100 }).toBuffer()
    const { body, text, status } = await w.ada.upload('/v1/media/upload', { file, fileName: 'a.jpg' })
    assert.equal(status, 200, text)
    return body.storagePath as string
  }
  // The second image is too large for one of the networks, and is made smaller.
  media = [
    { storagePath: await upload(40, 30), altText: 'Waves' },
    { storagePath: await upload(1_400, 1_100), altText: 'More waves' },
  ]
})
after(() => t[Symbol.asyncDispose]())

const text =
  'Grüße 👩‍👩‍👧 from https://example.com/a?b=1 to @alice.sandbox — #Lighthouse, \t twice  spaced\n\nand a second line.'
const requests = (): Readonly<Record<string, object>> => ({
  'plain text': { content: text },
  'pictures, one of them fitted': { content: 'With pictures.', media },
  'a thread': { content: 'One.', thread: [{ content: 'Two. #next' }, { content: 'Three.', media: [media[0]] }] },
})
/** Calls that keep a session alive, and are not part of the post. */
const upkeep = new Set([
  'getAvatar',
  'refreshSession',
  'getSession',
  'createSession',
  'getInstance',
  'verifyCredentials',
])

const [words, pictures] = ['plain text', 'pictures, one of them fitted']
const namesOf = {
  bluesky: [words, pictures, 'a thread'],
  facebook: [words, pictures],
  mastodon: [words, pictures, 'a thread'],
} as const

for (const network of ['bluesky', 'facebook', 'mastodon'] as const) {
  for (const name of namesOf[network]) {
    test(`${network}: the plan of ${name} is what the network receives`, async () => {
      const draft = { profileId: w.profileId, platforms: [network], ...requests()[name] }
      const { body } = await w.ada.post('/v1/posts/validate', draft)
      assert.equal(body.canPublish, true, JSON.stringify(body))
      const plan = body.perPlatformPlan[platformIdOf(network)]
      const seq = t.sandbox.calls.total
      const known = t.sandbox.ledger.entries({ network }).length
      const made = await w.ada.post('/v1/posts', draft)
      assert.equal(made.status, 201, made.text)
      await t.settle()
      for (let n = 0; n < 5 && (await w.ada.get(`/v1/posts/${made.body.id}`)).body.status !== 'published'; n++)
        await t.advance(10_000)
      const { status } = (await w.ada.get(`/v1/posts/${made.body.id}`)).body
      assert.equal(status, 'published')

      const entries = t.sandbox.ledger.entries({ network }).slice(known)
      const parts = [plan, ...plan.thread]
      assert.deepEqual(
        entries.map((entry) => entry.text),
        parts.map((part) => part.text),
      )
      assert.deepEqual(
        entries.map((entry) => entry.media.filter(({ kind }) => kind === 'image').map(({ mime }) => mime)),
        parts.map((part) => part.media.map(({ contentType }: { contentType: string }) => contentType)),
      )
      if (name.startsWith('pictures'))
        assert.deepEqual(
          plan.media.map(({ action }: { action: string }) => action),
          ['as-is', network === 'bluesky' ? 'resize' : 'as-is'],
        )
      const received = t.sandbox.calls.list({ network, after: seq }).calls.map(({ call }) => call)
      assert.deepEqual(
        received.filter((call) => !upkeep.has(call)),
        plan.calls.map((call: string) => call.split(' ')[1]),
      )
    })
  }
}
