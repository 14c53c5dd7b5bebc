import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outgoing } from '#connectors/connector.ts'
import { mastodon } from '#connectors/mastodon/index.ts'
import { readAhead } from './read-ahead.ts'
import { validate } from './validate.ts'

const postOf = (texts: readonly string[], firstComment: string | null = null): Outgoing => ({
  format: 'post',
  parts: texts.map((text) => ({ text, media: [] })),
  title: null,
  link: null,
  language: null,
  firstComment,
  settings: {},
  account: { remoteId: '1', handle: 'ada', facts: {} },
})
const stepsOf = (post: Outgoing): number => [...readAhead(mastodon, post)].length
const judge = (post: Outgoing) =>
  validate({ connector: mastodon, outgoing: post, planFit: () => ({ action: 'as-is' }) })

test('each long text is a separate step, so other work can run in between', () => {
  const long = 'a '.repeat(1_000)
  assert.equal(stepsOf(postOf([`1${long}`, 'short', `2${long}`], `3${long}`)), 3)
  assert.equal(stepsOf(postOf(['short'])), 0)
})

test('many short texts are also split into steps: a thread of 20 × 400 characters is read in pieces', () => {
  assert.equal(stepsOf(postOf(Array.from({ length: 20 }, (_, nth) => `${nth} ${'a '.repeat(200)}`))), 6)
})

test('a text that is far too long, and parts beyond the longest thread, are rejected without being read', () => {
  const far = '#a '.repeat(30_000)
  assert.equal(stepsOf(postOf([far], far)), 0)
  const { errors, plan } = judge(postOf([far, 'second'], far))
  assert.deepEqual(
    errors.map(({ code, path, message }) => `${code} ${path} ${message}`),
    [
      'text_too_long /firstComment The first comment is more than 2000 characters. Mastodon allows 500.',
      'text_too_long /content The text is more than 2000 characters. Mastodon allows 500.',
    ],
  )
  assert.deepEqual([plan.tags, plan.text, plan.thread[0]?.text], [[], '', 'second'])

  const parts = Array.from({ length: 101 }, (_, nth) => `${nth} ${'#a '.repeat(3_000)}`)
  assert.equal(stepsOf(postOf(parts)), 25)
  const judged = judge(postOf(parts))
  assert.equal(judged.plan.thread.length, 24)
  assert.equal(judged.errors.filter(({ code }) => code === 'text_too_long').length, 25)
  assert.equal(judged.errors.filter(({ code }) => code === 'thread_too_long').length, 1)
})

test('a text that is slightly too long is counted in full', () => {
  const [error] = judge(postOf(['a'.repeat(1_999)])).errors
  assert.equal(error?.message, 'The text is 1999 characters. Mastodon allows 500.')
  assert.equal(error?.fix, 'Shorten it by 1499 characters.')
})
