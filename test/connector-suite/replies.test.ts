import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallFailed } from '#connectors/connector.ts'
import { minutes } from '#kernel/clock.ts'
import { finishOff } from './finish-off.ts'
import { startReading } from './inbox-kit.ts'
import { bluesky } from './networks/bluesky.ts'
import { facebook } from './networks/facebook.ts'
import { instagram } from './networks/instagram.ts'
import { mastodon } from './networks/mastodon.ts'
import { threads } from './networks/threads.ts'
import { x } from './networks/x.ts'
import { youtube } from './networks/youtube.ts'

/** Replies to comments, on each network whose inbox takes them. */
const tested = [
  { network: bluesky, call: 'putRecord' },
  { network: mastodon, call: 'createStatus' },
  { network: facebook, call: 'createComment' },
  { network: instagram, call: 'createReply' },
  { network: threads, call: 'publishContainer' },
  { network: youtube, call: 'insertComment' },
  { network: x, call: 'createPost' },
]

for (const { network, call } of tested) {
  const { network: name, inbox } = network.connector

  async function start(t: Parameters<typeof startReading>[0]) {
    const desk = await startReading(t, network)
    await desk.publish('Ask me anything')
    await desk.comment('Open on Sunday?')
    const [asked] = await desk.readNew()
    assert.ok(asked)
    desk.stand.later(minutes(5))
    const sent = (text: string) => desk.stand.seen('alice').filter((one) => one.text.includes(text))
    return { ...desk, asked, sent }
  }

  test(`${name}: a reply is placed under the comment, and is read as the account's own`, async (t) => {
    assert.equal(inbox?.replies, true)
    const { asked, answer, sent, readNew, stand, accountId } = await start(t)
    const walker = answer(asked, asked.remoteId, 'From ten to four')
    await walker.toEnd()
    const [there, ...others] = sent('From ten to four')
    assert.deepEqual(others, [])
    assert.deepEqual(walker.shown, [{ part: 0, remoteId: there?.id, url: walker.shown[0]?.url ?? null }])
    // The ledgers of two networks name the post; the reading below shows the comment.
    const isOfPost = name === 'instagram' || name === 'facebook'
    assert.equal(there?.replyTo, isOfPost ? asked.parentId : asked.remoteId)
    if (name === 'bluesky' || name === 'mastodon' || name === 'x') return
    stand.later(minutes(30))
    const own = (await readNew()).find(({ remoteId }) => remoteId === there?.id)
    assert.deepEqual([own?.parentId, own?.author.remoteId], [asked.remoteId, accountId])
  })

  test(`${name}: a reply whose response was lost is found, and not sent again`, async (t) => {
    const { asked, answer, sent, stand } = await start(t)
    const walker = answer(asked, asked.remoteId, 'Only once')
    await walker.toVisible()
    stand.sandbox.faults.add({ network: name, call, kind: 'drop_after', times: 1 })
    await finishOff(stand, walker)
    const [there, ...others] = sent('Only once')
    assert.ok(there)
    assert.deepEqual(others, [])
    assert.deepEqual(
      walker.shown.map(({ remoteId }) => remoteId),
      [there.id],
    )
  })
}

test('instagram: an error after the reply was written is a doubt, and the call names no fields', async (t) => {
  const desk = await startReading(t, instagram)
  await desk.publish('Ask me anything')
  await desk.comment('Open on Sunday?')
  const [asked] = await desk.readNew()
  assert.ok(asked)
  const walker = desk.answer(asked, asked.remoteId, 'Only once')
  await walker.toVisible()
  const body = JSON.stringify({ error: { message: 'An error occurred', code: 20, error_subcode: 1_772_107 } })
  desk.stand.standBetween(async (request, send) => {
    if (request.name !== 'createReply') return send(request)
    assert.doesNotMatch(String(request.body), /fields/)
    desk.stand.standBetween((later, pass) => pass(later))
    await send(request)
    throw new CallFailed({ sent: 'answered', status: 400, headers: {}, body, code: null })
  })
  await finishOff(desk.stand, walker)
  assert.equal(desk.stand.seen('alice').filter(({ text }) => text === 'Only once').length, 1)
})
