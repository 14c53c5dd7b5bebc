import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkedin } from '#connectors/linkedin/index.ts'
import { bodyOf } from '#connectors/linkedin/post/post.ts'
import { mastodon } from '#connectors/mastodon/index.ts'
import { pollSecondsOf, settingsOf } from '#connectors/mastodon/settings.ts'
import { threads } from '#connectors/threads/index.ts'
import { x } from '#connectors/x/index.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import type { JsonObject } from './connector.ts'

const account = { remoteId: '1', handle: 'ada', facts: {} }
const faultsOf = (schema: typeof x.settings, poll: JsonObject) =>
  schema.safeParse({ poll }).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []

test('the same poll with options and a duration is valid on every network with polls', () => {
  const poll = { options: ['Tea', 'Coffee'], durationMinutes: 1_440 }
  for (const { network, settings } of [x, threads, mastodon]) assert.deepEqual(faultsOf(settings, poll), [], network)
  assert.deepEqual(faultsOf(linkedin.settings, { ...poll, question: 'Which?' }), [])
})

test('a poll runs for a day by default; old names of the duration still work, but not together with the new one', () => {
  const options = ['Tea', 'Coffee']
  const secondsOf = (poll: JsonObject) => pollSecondsOf(settingsOf({ poll: { options, ...poll } }).poll ?? { options })
  assert.deepEqual([{}, { durationMinutes: 10 }, { expiresInSeconds: 90 }].map(secondsOf), [86_400, 600, 90])
  const question = 'Which?'
  const settingOf = (poll: JsonObject) => {
    const { content } = bodyOf(postOf({ account }, 'a', { settings: { poll: { question, options, ...poll } } }), {})
    return (content as { poll?: { settings: { duration: string } } } | undefined)?.poll?.settings.duration
  }
  assert.deepEqual([{}, { durationMinutes: 10_080 }, { days: 14 }].map(settingOf), [
    'ONE_DAY',
    'SEVEN_DAYS',
    'FOURTEEN_DAYS',
  ])
  const both = 'cannot be combined with durationMinutes'
  assert.deepEqual(
    [
      faultsOf(linkedin.settings, { question, options, days: 1, durationMinutes: 1_440 }),
      faultsOf(mastodon.settings, { options, expiresInSeconds: 60, durationMinutes: 1 }),
    ],
    [[`poll.days ${both}`], [`poll.expiresInSeconds ${both}`]],
  )
})
