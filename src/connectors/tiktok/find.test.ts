import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileOf, filesOf } from '#test/connector-suite/files.ts'
import { tiktok as network } from '#test/connector-suite/networks/tiktok.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'

test('a post with a long text is found, although TikTok lists only its first 150 characters', async (t) => {
  const stand = await openStand(t, 'tiktok')
  const signedIn = await signIn(stand, network, 'alice')
  const one = fileOf('image/jpeg')
  const start = 'A walk along the harbour, past the ships, the nets and the gulls. '.repeat(5)
  const walkers = ['one', 'two'].map((end) => {
    const post = postOf(signedIn, start.slice(0, end === 'one' ? 140 : 300) + end, { media: [one.item] })
    return walkerOf(stand, signedIn, post, filesOf(one))
  })
  for (const walker of walkers) {
    await walker.toVisible()
    await walker.tryStep()
    stand.later(60_000)
  }
  for (const [at, walker] of walkers.entries()) {
    const found = await walker.find()
    assert.ok(found !== null && typeof found === 'object', `no. ${at}`)
    assert.equal(found.shown?.remoteId, stand.seen('alice')[at]?.id)
  }
})
