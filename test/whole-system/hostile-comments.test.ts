import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openDesk } from '#test/world/inbox-desk.ts'
import { done } from '#test/world/people.ts'
import { voices } from '../../sandbox/core/crowd/voices.ts'

/** Strangers' words are stored as data, whatever they contain, and events contain none of them. */
let t: TestApp
let desk: Awaited<ReturnType<typeof openDesk>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  desk = await openDesk(t)
})
after(() => t[Symbol.asyncDispose]())

test('markup, instructions, control characters and very long texts are stored as they were written', async () => {
  const wanted = voices.filter(({ then }) => then === undefined).map(({ text }) => text)
  for (const body of wanted) await t.sandbox.network('mastodon').acts?.comment?.(desk.login, { body })
  await t.advance(41 * 60_000)
  const shown = (await desk.list({ limit: '100' })).map(({ last }: { last: { text: string } }) =>
    last.text.replace(/^@\S+ /, '').trim(),
  )
  assert.deepEqual(new Set(shown), new Set(wanted.map((text) => text.trim())))
  const events = done(await desk.ada.get('/v1/events?limit=100')).text
  for (const word of ['previous instructions', 'spam.example', 'alert(1)', 'disgrace', 'summer by the harbour'])
    assert.ok(!events.includes(word), word)
})
