import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CallFailed, type Connector } from '#connectors/connector.ts'
import { x as network } from '#test/connector-suite/networks/x.ts'
import { postOf, threadOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, walkerOf } from '#test/connector-suite/stand.ts'
import { x } from '../index.ts'

const connector: Connector = x

async function start(t: TestContext) {
  const stand = await openStand(t, 'x')
  return { stand, signedIn: await signIn(stand, network, 'alice') }
}

const change = (stand: Stand, settings: Readonly<Record<string, unknown>>) =>
  assert.equal(stand.sandbox.network('x').settings?.change(settings), null)

test('a field that X renamed proves nothing: the post is not reported as absent', async (t) => {
  const { stand, signedIn } = await start(t)
  change(stand, { refusesDuplicates: false })
  const walker = walkerOf(stand, signedIn, threadOf(signedIn, ['one', 'two']))
  await walker.take()
  await walker.tryStep()
  const all = ['created_at', 'conversation_id', 'entities', 'referenced_tweets', 'attachments', 'note_tweet']
  for (const forgottenFields of [all, ['referenced_tweets'], ['conversation_id', 'referenced_tweets']]) {
    change(stand, { forgottenFields })
    assert.equal(await walker.find(), 'unsure', forgottenFields.join())
  }
  change(stand, { forgottenFields: [] })
  const found = await walker.find()
  assert.ok(found !== null && typeof found === 'object')

  const linked = walkerOf(stand, signedIn, postOf(signedIn, 'read on at https://example.com/rolls'))
  await linked.tryStep()
  change(stand, { forgottenFields: ['entities'] })
  assert.equal(await linked.find(), 'unsure')
  change(stand, { forgottenFields: [] })
  const known = await linked.find()
  assert.ok(known !== null && typeof known === 'object')

  const carla = await signIn(stand, network, 'carla')
  const long = walkerOf(stand, carla, postOf(carla, 'a long story '.repeat(40)))
  await long.tryStep()
  change(stand, { forgottenFields: ['note_tweet'] })
  assert.equal(await long.find(), 'unsure')
})

test('a field that X omits does not count as a difference between a post and the sent text', async (t) => {
  const { stand, signedIn } = await start(t)
  const call = { grant: signedIn.grant, http: stand.http(), signal: new AbortController().signal }
  const readBack = async (text: string, forgottenFields: readonly string[]) => {
    const post = postOf(signedIn, text)
    const walker = walkerOf(stand, signedIn, post)
    await walker.toEnd()
    change(stand, { forgottenFields })
    const remoteIds = [walker.shown[0]?.remoteId ?? '']
    return await connector.readBack?.({ ...call, post, remoteIds }).catch((thrown: unknown) => thrown)
  }
  const error = await readBack('more at https://example.com/rolls', ['entities'])
  assert.ok(error instanceof CallFailed)
  assert.match(connector.judge(error.failure, 'readBack', stand.now())?.why ?? '', /without the links/)
})

test('posts without counters cause an error that names the cause, and do not count as posts without views', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'count me'))
  await walker.toEnd()
  change(stand, { forgottenFields: ['public_metrics'] })
  const call = { grant: signedIn.grant, http: stand.http(), signal: new AbortController().signal }
  const error = await connector.metrics?.(call, [walker.shown[0]?.remoteId ?? '']).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof CallFailed)
  const verdict = connector.judge(error.failure, 'metrics', stand.now())
  assert.ok(verdict?.is === 'operator', JSON.stringify(verdict))
  assert.match(verdict.why, /without their counters/)
})
