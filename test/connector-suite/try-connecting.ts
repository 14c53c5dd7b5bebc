import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { CallFailed } from '#connectors/connector.ts'
import { defaultVerdict } from '#connectors/default-verdicts.ts'
import type { NetworkUnderTest } from './network-under-test.ts'
import { postOf } from './posts.ts'
import { signIn } from './sign-in.ts'
import { openStand, type Stand, walkerOf } from './stand.ts'

export function tryConnecting(title: string, network: NetworkUnderTest): void {
  const { connector } = network
  const { auth } = connector

  const verdictOf = (error: unknown, step: string, stand: Stand) => {
    assert.ok(error instanceof CallFailed, String(error))
    return connector.judge(error.failure, step) ?? defaultVerdict(error.failure, 'safe', stand.now())
  }
  const thrownBy = (work: Promise<unknown>) =>
    work.then(
      () => assert.fail('it should have failed'),
      (error: unknown) => error,
    )
  const connect = (stand: Stand, fields: ReturnType<NetworkUnderTest['fields']>) => {
    assert.ok(auth.connect, 'the suite connects directly')
    return auth.connect(stand.http(), fields)
  }

  test(`${title}: whoever connects twice is the same both times, and others are others`, async (t) => {
    const stand = await openStand(t, connector.network)
    const alice = await connect(stand, network.fields(stand, 'alice'))
    const again = await connect(stand, network.fields(stand, 'alice'))
    const bob = await connect(stand, network.fields(stand, 'bob'))
    assert.equal(alice.principal, again.principal)
    assert.notEqual(alice.principal, bob.principal)
    const remotes = await Promise.all([alice, again, bob].map(({ grant }) => auth.whoami(stand.http(), grant)))
    const [first, second, third] = remotes
    assert.deepEqual({ ...first, followers: 0 }, { ...second, followers: 0 })
    assert.notEqual(first?.remoteId, third?.remoteId)
    assert.match(first?.handle ?? '', /^alice[.@]/)
    assert.deepEqual(JSON.parse(JSON.stringify(first?.facts)), first?.facts, 'facts are JSON')
    for (const secret of network.secretsOf(alice.grant)) {
      assert.ok(secret.length > 8)
      assert.ok(!JSON.stringify([first, alice.principal, alice.scopes]).includes(secret), 'a secret is not sealed')
    }
  })

  test(`${title}: a secret that is not theirs connects nobody, and is not repeated`, async (t) => {
    const stand = await openStand(t, connector.network)
    const fields = network.wrongFields(stand, 'alice')
    const error = await thrownBy(connect(stand, fields))
    assert.equal(verdictOf(error, 'connect', stand).is, 'reauth')
    assert.ok(error instanceof CallFailed)
    for (const value of Object.values(fields)) {
      if (typeof value === 'string' && !value.startsWith('http') && !value.endsWith('.sandbox'))
        assert.ok(!`${error.message}${JSON.stringify(error.failure)}`.includes(value))
    }
  })

  test(`${title}: a grant that was taken back is told from one that is only old`, async (t) => {
    const stand = await openStand(t, connector.network)
    const fields = network.fields(stand, 'alice')
    const granted = await connect(stand, fields)
    for (const kind of ['expired_token', 'revoked_token'] as const) {
      stand.fault({ kind })
      const error = await thrownBy(auth.whoami(stand.http(), granted.grant))
      assert.equal(verdictOf(error, 'whoami', stand).is, 'reauth', kind)
    }
    if (!auth.refresh) {
      assert.equal(granted.expiresAt, null, 'what ends can be renewed')
      return
    }
    assert.ok(granted.expiresAt && granted.expiresAt > stand.now())
    const renewed = await auth.refresh(stand.http(), granted.grant)
    assert.equal(renewed.principal, granted.principal)
    assert.notDeepEqual(renewed.grant, granted.grant)
    const before = await auth.whoami(stand.http(), granted.grant)
    assert.equal((await auth.whoami(stand.http(), renewed.grant)).remoteId, before.remoteId)
    stand.fault({ kind: 'revoked_token' })
    assert.equal(verdictOf(await thrownBy(auth.refresh(stand.http(), renewed.grant)), 'refresh', stand).is, 'reauth')
    stand.fault({ kind: 'error_before' })
    assert.equal(verdictOf(await thrownBy(auth.refresh(stand.http(), renewed.grant)), 'refresh', stand).is, 'retry')
  })

  test(`${title}: nothing that is kept between two steps is a secret`, async (t) => {
    const stand = await openStand(t, connector.network)
    const signedIn = await signIn(stand, network, 'alice')
    const walker = walkerOf(stand, signedIn, postOf(signedIn, 'good morning'))
    await walker.toEnd()
    const kept = JSON.stringify([walker.memo, walker.shown, walker.warnings, walker.plan])
    for (const secret of network.secretsOf(signedIn.grant)) assert.ok(!kept.includes(secret))
  })

  test(`${title}: a form can be drawn of its settings and of its fields, and neither takes what it does not know`, () => {
    for (const shape of [connector.settings, auth.fields]) {
      assert.ok(shape)
      assert.equal(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }).type, 'object')
    }
    assert.equal(connector.settings.safeParse({}).success, true)
    assert.equal(connector.settings.safeParse({ madeUp: true }).success, false)
  })
}
