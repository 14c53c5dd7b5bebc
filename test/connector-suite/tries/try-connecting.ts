import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { CallFailed } from '#connectors/connector.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import type { NetworkUnderTest } from '#test/connector-suite/network-under-test.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { grantOf, signIn, whoIs, wrongGrantOf } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, walkerOf } from '#test/connector-suite/stand.ts'

export function tryConnecting(title: string, network: NetworkUnderTest): void {
  const { connector } = network
  const { auth } = connector

  const verdictOf = (error: unknown, step: string, stand: Stand) => {
    assert.ok(error instanceof CallFailed, String(error))
    return connector.judge(error.failure, step, stand.now()) ?? defaultVerdict(error.failure, 'safe', stand.now())
  }
  const thrownBy = (work: Promise<unknown>) =>
    work.then(
      () => assert.fail('it should have failed'),
      (error: unknown) => error,
    )
  test(`${title}: connecting an account twice returns the same identity, and each account has a different one`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const alice = await grantOf(stand, network, 'alice')
    const again = await grantOf(stand, network, 'alice')
    const bob = await grantOf(stand, network, 'bob')
    assert.equal(alice.principal, again.principal)
    assert.notEqual(alice.principal, bob.principal)
    const who = ({ grant }: typeof alice, person: string) => whoIs(stand, network, grant, person)
    const [first, second, third] = [await who(alice, 'alice'), await who(again, 'alice'), await who(bob, 'bob')]
    assert.deepEqual({ ...first, followers: 0 }, { ...second, followers: 0 })
    assert.notEqual(first.remoteId, third.remoteId)
    assert.match(first.handle, /^alice\b/)
    assert.deepEqual(JSON.parse(JSON.stringify(first.facts)), first.facts, 'facts are JSON')
    for (const secret of network.secretsOf(alice.grant)) {
      assert.ok(secret.length > 8)
      assert.ok(!JSON.stringify([first, alice.principal, alice.scopes]).includes(secret), 'a secret is not sealed')
    }
  })

  test(`${title}: a wrong secret does not connect an account and is not repeated in messages`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const { secrets, failing } = wrongGrantOf(stand, network)
    const error = await thrownBy(failing)
    assert.equal(verdictOf(error, 'connect', stand).is, 'reauth')
    assert.ok(error instanceof CallFailed)
    for (const secret of secrets) assert.ok(!`${error.message}${JSON.stringify(error.failure)}`.includes(secret))
  })

  test(`${title}: a revoked grant is distinguished from an expired one`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const granted = await grantOf(stand, network, 'alice')
    const { remoteId } = await whoIs(stand, network, granted.grant, 'alice')
    for (const kind of ['expired_token', 'revoked_token'] as const) {
      stand.fault({ kind })
      const error = await thrownBy(auth.whoami(stand.http(), granted.grant, remoteId))
      assert.equal(verdictOf(error, 'whoami', stand).is, 'reauth', kind)
    }
    if (!auth.refresh) {
      assert.equal(granted.expiresAt, null, 'what ends can be renewed')
      return
    }
    assert.ok(granted.expiresAt && granted.expiresAt > stand.now())
    if (granted.renewable === false) {
      assert.equal(verdictOf(await thrownBy(auth.refresh(stand.http(), granted.grant)), 'refresh', stand).is, 'reauth')
      return
    }
    stand.later(network.renewsAfterMs ?? 0)
    const renewed = await auth.refresh(stand.http(), granted.grant)
    assert.equal(renewed.principal, granted.principal)
    assert.notDeepEqual(renewed.grant, granted.grant)
    assert.equal((await auth.whoami(stand.http(), renewed.grant, remoteId)).remoteId, remoteId)
    stand.fault({ kind: 'revoked_token' })
    assert.equal(verdictOf(await thrownBy(auth.refresh(stand.http(), renewed.grant)), 'refresh', stand).is, 'reauth')
    stand.fault({ kind: 'error_before' })
    assert.equal(verdictOf(await thrownBy(auth.refresh(stand.http(), renewed.grant)), 'refresh', stand).is, 'retry')
  })

  test(`${title}: no secrets are stored between two steps`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const signedIn = await signIn(stand, network, 'alice')
    const walker = walkerOf(stand, signedIn, postOf(signedIn, 'good morning'))
    await walker.toEnd()
    const kept = JSON.stringify([walker.memo, walker.shown, walker.warnings, walker.plan])
    for (const secret of network.secretsOf(signedIn.grant)) assert.ok(!kept.includes(secret))
  })

  test(`${title}: settings and fields can be shown as a form, and unknown fields are rejected`, () => {
    for (const shape of [connector.settings, ...(auth.connect ? [auth.fields] : [])]) {
      assert.ok(shape)
      assert.equal(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }).type, 'object')
    }
    assert.equal(connector.settings.safeParse({}).success, true)
    assert.equal(connector.settings.safeParse({ madeUp: true }).success, false)
  })
}
