import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertOnce, callsOf, casesOf, richPosts } from '#test/connector-suite/cases.ts'
import { filesOf, stillOf } from '#test/connector-suite/files.ts'
import { finishOff, Killed } from '#test/connector-suite/finish-off.ts'
import type { NetworkUnderTest } from '#test/connector-suite/network-under-test.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, walkerOf } from '#test/connector-suite/stand.ts'

/** Tests that wherever a process dies, another continues from the saved state and people see each part once. */
export function tryKilling(title: string, network: NetworkUnderTest): void {
  const { connector } = network
  for (const [what, post] of Object.entries(richPosts(network)))
    test(`${title}: ${what}: killed before or after any call, each part is published once`, async (t) => {
      const stand = await openStand(t, connector.network, network.ledgerName)
      const nextCase = casesOf(stand, network, post)
      const calls = await callsOf(stand, nextCase)
      assert.ok(calls.some((call) => network.visibleCalls.includes(call)))
      for (const when of ['before', 'after'] as const) {
        for (const [at, call] of calls.entries()) {
          const { walker, isThereOnce, look } = await nextCase()
          killAt(stand, at, when)
          await finishOff(stand, walker, undefined, look)
          stand.standBetween((request, send) => send(request))
          isThereOnce(`killed ${when} ${call}, call ${at + 1}`)
        }
      }
    })

  test(`${title}: a search finds a part once it is published, and not before`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const file = stillOf(connector.limits)
    const signedIn = await signIn(stand, network, 'alice')
    for (const media of [[], [file.item]]) {
      const post = postOf(signedIn, `with ${media.length} pictures`, { media })
      const walker = walkerOf(stand, signedIn, post, filesOf(file))
      await walker.toVisible()
      if (network.neverAbsent?.includes(walker.step ?? '')) {
        assert.equal(await walker.find(), 'unsure')
        return
      }
      const before = await walker.find()
      if (before === null) return
      assert.equal(before, 'absent')
      const lost = await walker.tryStep()
      assert.ok(lost.next)
      const found = await walker.find()
      assert.ok(found !== null && typeof found === 'object')
      assert.deepEqual(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(lost.next)))
    }
  })

  test(`${title}: a post whose worker died while waiting is sent again and published once`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const file = stillOf(connector.limits)
    const signedIn = await signIn(stand, network, 'alice')
    const post = postOf(signedIn, 'late', { media: [file.item] })
    const walker = walkerOf(stand, signedIn, post, filesOf(file))
    await walker.toVisible()
    stand.later(3 * 86_400_000)
    await finishOff(stand, walker, async () => (await signIn(stand, network, 'alice')).grant)
    assertOnce(stand.seen('alice'), walker, 'after three days')
  })
}

function killAt(stand: Stand, at: number, when: 'before' | 'after'): void {
  let made = 0
  stand.standBetween(async (request, send) => {
    made += 1
    if (made !== at + 1) return send(request)
    if (when === 'after') await send(request)
    throw new Killed()
  })
}
