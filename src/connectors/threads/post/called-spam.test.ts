import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CallFailed } from '#connectors/connector.ts'
import { finishOff } from '#test/connector-suite/finish-off.ts'
import { threads as network } from '#test/connector-suite/networks/threads.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, type Walker, walkerOf } from '#test/connector-suite/stand.ts'

async function start(t: TestContext) {
  const stand = await openStand(t, 'threads')
  return { stand, signedIn: await signIn(stand, network, 'alice') }
}
const textsOf = (stand: Stand) => stand.seen('alice').map(({ text }) => text)
const namesOf = (walker: Walker) => walker.shown.map(({ remoteId }) => remoteId)

test('a post flagged as spam is refused unless its container says that it was published', async (t) => {
  const { stand, signedIn } = await start(t)
  const body = JSON.stringify({ error: { message: 'Action is blocked', code: 4, error_subcode: 2_207_051 } })
  for (const wentOut of [true, false]) {
    const walker = walkerOf(stand, signedIn, postOf(signedIn, wentOut ? 'out' : 'kept'))
    await walker.toVisible()
    stand.standBetween(async (request, send) => {
      if (request.name !== 'publishContainer') return send(request)
      stand.standBetween((request, pass) => pass(request))
      if (wentOut) await send(request)
      throw new CallFailed({ sent: 'answered', status: 403, headers: {}, body, code: null })
    })
    if (wentOut) {
      assert.deepEqual(await finishOff(stand, walker), [])
      assert.deepEqual(namesOf(walker), [stand.seen('alice')[0]?.id])
      continue
    }
    const { verdict } = await walker.take()
    assert.deepEqual(verdict && 'code' in verdict && [verdict.is, verdict.code], ['refused', 'blocked_for_now'])
  }
  assert.deepEqual(textsOf(stand), ['out'])
})

test('a post flagged as spam is unconfirmed if its container is gone, and is then searched for', async (t) => {
  const { stand, signedIn } = await start(t)
  const errorOf = (error: object) =>
    new CallFailed({ sent: 'answered', status: 400, headers: {}, body: JSON.stringify({ error }), code: null })
  for (const wentOut of [true, false]) {
    const walker = walkerOf(stand, signedIn, postOf(signedIn, wentOut ? 'out' : 'kept'))
    stand.standBetween((request, send) => send(request))
    await walker.toVisible()
    stand.standBetween(async (request, send) => {
      if (request.name === 'getContainer') throw errorOf({ message: 'No such object', code: 100, error_subcode: 33 })
      if (request.name !== 'publishContainer') return send(request)
      if (wentOut) await send(request)
      throw errorOf({ message: 'Action is blocked', code: 4, error_subcode: 2_207_051 })
    })
    const { verdict } = await walker.take()
    assert.equal(verdict?.is, 'doubt')
    const found = await walker.find()
    assert.equal(
      typeof found === 'string' ? found : found?.shown?.remoteId,
      wentOut ? stand.seen('alice')[0]?.id : 'unsure',
    )
  }
})
