import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from '#connectors/check/validate.ts'
import type { Connector, JsonObject, Outgoing } from '#connectors/connector.ts'
import { fileOf } from '#test/connector-suite/files.ts'
import { facebook as network } from '#test/connector-suite/networks/facebook.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { facebook } from './index.ts'

const connector: Connector = facebook
const account = { remoteId: '1', handle: 'works', facts: {} }
const cards = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c']
const faultsOf = (outgoing: Outgoing) =>
  validate({ connector, outgoing, planFit: () => ({ action: 'as-is' }) as never }).errors.map(({ path }) => path)
const withCards = (given: readonly string[], more: Parameters<typeof postOf>[2] = {}) =>
  postOf({ account }, 'Look', { settings: { cards: given }, ...more })

test('a carousel has two to five links to public pages and no files, and each invalid card is named', () => {
  assert.deepEqual(faultsOf(withCards(cards)), [])
  const at = (more: string) => [`/settings/facebook/cards${more}`]
  assert.deepEqual(faultsOf(withCards(cards.slice(0, 1))), at(''))
  assert.deepEqual(faultsOf(withCards([...cards, ...cards])), at(''))
  assert.deepEqual(faultsOf(withCards(['https://example.com/a', 'example.com'])), at('/1'))
  assert.deepEqual(faultsOf(withCards(['https://m.facebook.com/a', 'https://example.com/a'])), at('/0'))
  assert.deepEqual(faultsOf(withCards(cards, { media: [fileOf('image/jpeg').item] })), at(''))
})

test('cards keep their order, the post’s link is the last card, and a post listed as an album is found', async (t) => {
  const stand = await openStand(t, 'facebook', network.ledgerName)
  const signedIn = await signIn(stand, network, 'alice')
  const forms: JsonObject[] = []
  stand.standBetween((request, send) => {
    if (request.name === 'createPost') forms.push(Object.fromEntries(new URLSearchParams(String(request.body))))
    return send(request)
  })
  for (const link of [null, 'https://example.com/all']) {
    const post = postOf(signedIn, `Look at ${link}`, { link, settings: { cards: cards.toReversed() } })
    const walker = walkerOf(stand, signedIn, post)
    await walker.toVisible()
    assert.equal(await walker.find(), 'absent')
    const lost = await walker.tryStep()
    const found = await walker.find()
    assert.deepEqual(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(lost.next)))
  }
  assert.deepEqual(
    forms.map(({ link, multi_share_optimized: isMixed, child_attachments: all }) => [
      link,
      isMixed,
      JSON.parse(String(all)),
    ]),
    [cards[2], 'https://example.com/all'].map((link) => [
      link,
      'false',
      cards.toReversed().map((card) => ({ link: card })),
    ]),
  )
  assert.deepEqual(
    stand.seen('alice').map(({ media }) => media.map(({ url }) => url)),
    [cards.toReversed(), cards.toReversed()],
  )
})
