import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from '#connectors/check/validate.ts'
import type { Outgoing } from '#connectors/connector.ts'
import { fileOf } from '#test/connector-suite/files.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { linkedin } from '../index.ts'
import { bodyOf } from './post.ts'
import { reshared } from './reshared.ts'

const account = { remoteId: 'urn:li:person:1', handle: 'ada', facts: {} }
const reshare = 'https://www.linkedin.com/feed/update/urn:li:share:71/'
const post = (more: Partial<Parameters<typeof postOf>[2]> = {}) =>
  postOf({ account, settings: { reshare } }, 'Read.', more)
const faultsOf = (outgoing: Outgoing) =>
  validate({ connector: linkedin, outgoing, planFit: () => ({ action: 'as-is' }) as never }).errors.map(
    ({ code, path }) => `${code} ${path}`,
  )

test('a reshared post is recognized from every identifier that LinkedIn uses, and from nothing else', () => {
  for (const [named, urn] of [
    ['urn:li:share:71', 'urn:li:share:71'],
    [reshare, 'urn:li:share:71'],
    ['https://www.linkedin.com/feed/update/urn%3Ali%3AugcPost%3A71?utm_source=share', 'urn:li:ugcPost:71'],
    ['https://www.linkedin.com/embed/feed/update/urn:li:ugcpost:71', 'urn:li:ugcPost:71'],
    ['https://www.linkedin.com/posts/ada_open-share-7123456789012345678-AbCd', 'urn:li:share:7123456789012345678'],
    ['https://www.linkedin.com/posts/ada_open-activity-7123456789012345678-AbCd', null],
    ['urn:li:activity:71', null],
    ['urn:li:share:12345678901234567890123456', null],
    ['a word-share-7123456789012345678', null],
    ['https://example.com/71', null],
  ] as const)
    assert.equal(reshared(named), urn, named)
})

test('a reshare has only text: its link is added to the text; files, polls and articles are refused', () => {
  const body = bodyOf(post({ link: 'https://example.com/a' }), {})
  assert.deepEqual(
    [body.commentary, body.content, body.reshareContext],
    ['Read.\n\nhttps://example.com/a', undefined, { parent: 'urn:li:share:71' }],
  )
  assert.equal(linkedin.plan(post({ link: 'https://example.com/a' })).first, 'post')
  assert.deepEqual(faultsOf(post()), [])
  const poll = { question: 'Tea?', options: ['Yes', 'No'], days: 1 }
  for (const refused of [
    post({ media: [fileOf('image/jpeg').item] }),
    post({ settings: { reshare, poll } }),
    post({ format: 'article', link: 'https://example.com/a', title: 'Open' }),
  ])
    assert.deepEqual(faultsOf(refused), ['settings_invalid /settings/linkedin/reshare'])
})
