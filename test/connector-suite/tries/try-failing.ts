import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Answer } from '#connectors/connector.ts'
import { assertOnce, callsOf, casesOf, richPosts } from '#test/connector-suite/cases.ts'
import { filesOf, stillOf } from '#test/connector-suite/files.ts'
import { finishOff } from '#test/connector-suite/finish-off.ts'
import type { NetworkUnderTest } from '#test/connector-suite/network-under-test.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, walkerOf } from '#test/connector-suite/stand.ts'

const spoils = [
  'error_before',
  'error_after',
  'reset',
  'drop_after',
  'truncate_after',
  'timeout_after',
  'garbage',
  'empty',
] as const
type Spoil = (typeof spoils)[number]

/** The faults that matter for a call without a visible effect. */
const fewSpoils: readonly Spoil[] = ['reset', 'error_after', 'garbage']

/** Tests that a post is published once and never reported as failed, however the network responds. */
export function tryFailing(title: string, network: NetworkUnderTest): void {
  const { connector } = network

  for (const [what, post] of Object.entries(richPosts(network)))
    test(`${title}: ${what}: whichever call fails temporarily, each part is published once`, async (t) => {
      const stand = await openStand(t, connector.network, network.ledgerName)
      const nextCase = casesOf(stand, network, post)
      const calls = await callsOf(stand, nextCase)
      for (const [at, call] of calls.entries()) {
        for (const spoil of network.visibleCalls.includes(call) ? spoils : fewSpoils) {
          const { walker, isThereOnce, look } = await nextCase()
          spoilAt(stand, at, spoil)
          const met = await finishOff(stand, walker, undefined, look)
          stand.standBetween((request, send) => send(request))
          isThereOnce(`${spoil} at ${call}, call ${at + 1}, taken for ${JSON.stringify(met)}`)
        }
      }
    })

  for (const retryAfterMs of [90_000, null])
    test(`${title}: the post waits after too many calls ${retryAfterMs === null ? 'without a wait time' : 'with a wait of 90 s'}`, async (t) => {
      const stand = await openStand(t, connector.network, network.ledgerName)
      const signedIn = await signIn(stand, network, 'alice')
      const walker = walkerOf(stand, signedIn, postOf(signedIn, 'patience'))
      await walker.toVisible()
      stand.fault({ kind: 'rate_limit', ...(retryAfterMs === null ? {} : { retryAfterMs }) })
      const { verdict } = await walker.take()
      assert.ok(verdict?.is === 'retry')
      assert.notEqual(verdict.of, 'call')
      const waitMs = verdict.until && verdict.until.getTime() - stand.now().getTime()
      if (retryAfterMs === null || network.neverSaysHowLong) assert.ok(waitMs === undefined || waitMs > 0)
      else {
        const toldMs = network.waitsInMinutes ? Math.ceil(retryAfterMs / 60_000) * 60_000 : retryAfterMs
        assert.ok(waitMs !== undefined && Math.abs(waitMs - toldMs) <= 1_000, `it would wait ${waitMs} ms`)
      }
      assert.deepEqual(stand.seen('alice'), [])
      await finishOff(stand, walker)
      assertOnce(stand.seen('alice'), walker, 'after the wait')
    })

  for (const kind of ['expired_token', 'revoked_token'] as const)
    test(`${title}: ${kind}: after the person reconnects, publishing continues`, async (t) => {
      const stand = await openStand(t, connector.network, network.ledgerName)
      const file = stillOf(connector.limits)
      const fields = () => signIn(stand, network, 'alice')
      for (const visible of [false, true]) {
        const signedIn = await fields()
        const post = postOf(signedIn, `visible: ${visible}`, { media: [file.item] })
        const walker = walkerOf(stand, signedIn, post, filesOf(file))
        if (visible) await walker.toVisible()
        stand.fault({ kind })
        const met = await finishOff(stand, walker, async () => {
          const { refresh } = connector.auth
          return kind === 'expired_token' && refresh && signedIn.renewable && network.renewsAfterMs === undefined
            ? (await refresh(stand.http(), signedIn.grant)).grant
            : (await fields()).grant
        })
        assert.deepEqual(
          met.map(({ is }) => is),
          ['reauth'],
        )
      }
      assert.equal(stand.seen('alice').length, 2)
    })

  test(`${title}: a rejection is reported with a sentence, and nothing is published`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const signedIn = await signIn(stand, network, 'alice')
    const walker = walkerOf(stand, signedIn, postOf(signedIn, 'no'))
    await walker.toVisible()
    stand.fault({ kind: 'reject' })
    const { verdict } = await walker.take()
    assert.ok(verdict?.is === 'refused', JSON.stringify(verdict))
    assert.match(verdict.code, /^[a-z0-9_]+$/)
    assert.match(verdict.why, /^\p{Lu}.{10}/su)
    assert.deepEqual(stand.seen('alice'), [])
  })
}

/** Injects a fault, or an invalid response, into one call. Later calls succeed. */
function spoilAt(stand: Stand, at: number, spoil: Spoil): void {
  let made = 0
  stand.standBetween(async (request, send) => {
    made += 1
    if (made !== at + 1) return send(request)
    if (spoil === 'garbage' || spoil === 'empty') {
      const answer: Answer = await send(request)
      const body = spoil === 'empty' ? '' : '<html><body>Please sign in to the network of the hotel.</body></html>'
      return { ...answer, status: 200, body: Buffer.from(body) }
    }
    const seq = stand.sandbox.calls.total
    stand.fault({ kind: spoil })
    const answer = send(request)
    if (spoil === 'timeout_after') await hangUpOnceDone(stand, seq, answer)
    return answer
  })
}

/** Aborts a call after it took effect, so that only its response is lost. */
async function hangUpOnceDone(stand: Stand, seq: number, answer: Promise<Answer>): Promise<void> {
  answer.catch(() => {})
  for (let tries = 0; !stand.callsSince(seq).some(({ fault }) => fault === 'timeout_after'); tries += 1) {
    assert.ok(tries < 2_000, 'the call never came')
    await setTimeout(2)
  }
  stand.hangUp()
}
