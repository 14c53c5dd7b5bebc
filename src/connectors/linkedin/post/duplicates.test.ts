import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Killed } from '#test/connector-suite/finish-off.ts'
import { linkedin as network } from '#test/connector-suite/networks/linkedin.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, walkerOf } from '#test/connector-suite/stand.ts'

/** Loses the response to the first post. */
function loseOne(stand: Stand): void {
  let lost = false
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    if (lost || request.name !== 'createPost') return answer
    lost = true
    throw new Killed()
  })
}

test('a post reported as a duplicate is read to confirm it; an unknown one leaves the outcome unknown', async (t) => {
  const stand = await openStand(t, 'linkedin', network.ledgerName)
  const signedIn = await signIn(stand, network, 'alice')
  const { settings } = stand.sandbox.network('linkedin')
  for (const duplicateNamesNothing of [false, true]) {
    assert.equal(settings.change({ duplicateNamesNothing }), null)
    loseOne(stand)
    const walker = walkerOf(stand, signedIn, postOf(signedIn, `once, ${duplicateNamesNothing}`))
    assert.ok((await walker.take()).error instanceof Killed)
    const { next, failure, verdict } = await walker.take()
    const [entry, ...others] = stand.seen('alice').filter(({ text }) => text.endsWith(String(duplicateNamesNothing)))
    assert.deepEqual(others, [])
    if (!duplicateNamesNothing) {
      assert.equal(next?.shown?.remoteId, entry?.id)
      continue
    }
    assert.equal(verdict?.is, 'doubt')
    const found = await walker.find({ failure })
    assert.ok(found !== null && typeof found === 'object')
    assert.equal(found.shown?.remoteId, entry?.id, 'the list of posts identifies the original')
  }
})
