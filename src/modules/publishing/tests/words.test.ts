import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hours } from '#kernel/clock.ts'
import { openPublishing } from '#test/world/publishing.ts'

/** Texts from networks, which PostgreSQL must be able to store whatever they contain. */

test('a network’s text can be stored wherever it is cut and whatever characters it contains', async (t) => {
  for (const says of ['\u{1f3b7}'.repeat(1_500), `x${'\u{1f3b7}'.repeat(1_500)}`, `a\0b \ud83d ${'c'.repeat(3_000)}`]) {
    const p = await openPublishing(t, { canFind: false })
    p.network.knowsKeys = false
    p.network.fail('post', { is: 'status', status: 500, after: true, says })
    const target = await p.submit()
    const engine = p.engine()
    await p.settle(engine)
    await p.settleFor(engine, hours(3), hours(1))
    const { status, rawError } = await p.row(target)
    assert.equal(status, 'unknown')
    assert.match(rawError ?? '', /^HTTP 500 \{"error":"/)
    assert.ok(rawError?.isWellFormed())
    assert.deepEqual([p.texts(), p.network.calls], [['hello'], ['post']])
  }
})

test('a warning or reason that was cut within a character can be stored', async (t) => {
  const cut = `x${'\u{1f3b7}'.repeat(200)}`.slice(0, 300)
  const p = await openPublishing(t, {
    steps: { after: { repeat: 'safe', run: async (_call, _post, memo) => ({ memo, warning: cut, end: true }) } },
    afterPost: 'after',
    judge: () => ({ is: 'refused', code: 'no', why: `It said: “${cut}”` }),
  })
  const published = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  assert.deepEqual((await p.row(published)).warnings, [cut.toWellFormed()])
  p.network.fail('post', { is: 'status', status: 400 })
  const refused = await p.submit({ text: 'again' })
  await p.settle(engine)
  const { status, error } = await p.row(refused)
  assert.deepEqual([status, error], ['failed', `It said: “${cut.toWellFormed()}”`])
})
