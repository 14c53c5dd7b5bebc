import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOfHtml } from '#connectors/mastodon/inbox/text-of-html.ts'
import { minutes } from '#kernel/clock.ts'
import { startReading, textsOf } from './inbox-kit.ts'
import { bluesky } from './networks/bluesky.ts'
import { facebook } from './networks/facebook.ts'
import { instagram } from './networks/instagram.ts'
import { mastodon } from './networks/mastodon.ts'
import { threads } from './networks/threads.ts'
import { x } from './networks/x.ts'
import { youtube } from './networks/youtube.ts'

/**
 * `saysName`: the network states the names of people. `linksTo`: what the link of a comment contains. `chargesAbove`: it
 * charges for what is above a comment, so that is not read.
 */
const tested = [
  { network: bluesky, saysName: true, linksTo: 'author' },
  { network: mastodon, saysName: true, linksTo: 'bob' },
  { network: facebook, saysName: true, linksTo: 'comment_id=' },
  { network: youtube, saysName: true, linksTo: '&lc=' },
  { network: instagram, saysName: false, linksTo: '/p/' },
  { network: threads, saysName: false, linksTo: '@bob/post/' },
  { network: x, saysName: true, linksTo: '/status/', chargesAbove: true },
]

for (const { network, saysName, linksTo, chargesAbove = false } of tested) {
  const { network: name } = network.connector

  test(`${name}: comments are read with their author, parent, time and text, and later only the new ones`, async (t) => {
    const { publish, comment, readNew, above, stand, accountId, muchLater } = await startReading(t, network)
    assert.deepEqual(await readNew(), [])
    const own = await publish('We open at nine')
    await comment('even on <b>Sunday</b> & holidays?')
    const [one, ...others] = await readNew()
    assert.ok(one)
    assert.deepEqual(others, [])
    assert.deepEqual(textsOf([one]), ['even on <b>Sunday</b> & holidays?'])
    assert.deepEqual(
      [one.kind, one.parentId, one.quotedId, one.author.name],
      ['reply', own, null, saysName ? 'Bob' : null],
    )
    assert.match(one.author.handle, /^bob/i)
    assert.equal(one.saidAt.toISOString(), stand.now().toISOString())
    assert.ok(one.url?.includes(linksTo === 'author' ? one.author.remoteId : linksTo), one.url ?? '')
    assert.deepEqual(
      (await above(one.remoteId)).map(({ remoteId, author }) => [remoteId, author.remoteId]),
      chargesAbove ? [] : [[own, accountId]],
    )
    assert.deepEqual(await above(network.absentId(one.remoteId)), [])
    await muchLater()
    await comment('Thanks!')
    assert.deepEqual(textsOf(await readNew()).at(0), 'Thanks!')
  })

  test(`${name}: a burst is read to its end over several turns, and comments in between are not missed`, async (t) => {
    const { publish, comment, readNew, stand, muchLater } = await startReading(t, network)
    await publish('Ask me anything')
    await comment('first')
    const read = await readNew()
    await muchLater()
    const wanted = Array.from({ length: 250 }, (_, nth) => `question ${nth}`)
    for (const text of wanted) await comment(text)
    read.push(...(await readNew({ pages: 1 })))
    await comment('in between')
    for (let turn = 0; turn < 5; turn += 1) {
      stand.later(minutes(5))
      read.push(...(await readNew()))
    }
    assert.deepEqual(textsOf(read).toSorted(), [...wanted, 'first', 'in between'].toSorted())
  })
}

test('the text of a status is read from its HTML, and never becomes HTML again', () => {
  const cases = [
    ['<p>one<br>two<br />three</p><p>four</p>', 'one\ntwo\nthree\n\nfour'],
    [
      '<p>a &lt;script&gt; &amp;lt; &#39;b&#39; &#x1F600; &unknown; &#0; &#xD800;</p>',
      "a <script> &lt; 'b' 😀 &unknown; &#0; &#xD800;",
    ],
    [
      '<a href="https://e.test/long"><span class="invisible">https://</span><span>e.test/lo</span><span class="invisible">ng</span></a>',
      'https://e.test/long',
    ],
    ['<ul><li>one</li><li>two</li></ul>', 'one\ntwo'],
    ['no <closed tag', 'no <closed tag'],
    ['<'.repeat(50_000), '<'.repeat(50_000)],
  ] as const
  for (const [html, text] of cases) assert.equal(textOfHtml(html), text)
})
