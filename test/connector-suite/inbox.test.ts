import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { JsonObject } from '#connectors/connector.ts'
import type { Said } from '#connectors/contract/inbox.ts'
import { textOfHtml } from '#connectors/mastodon/inbox/text-of-html.ts'
import { days, minutes } from '#kernel/clock.ts'
import { bluesky } from './networks/bluesky.ts'
import { mastodon } from './networks/mastodon.ts'
import { postOf } from './posts.ts'
import { signIn } from './sign-in.ts'
import { openStand, walkerOf } from './stand.ts'

for (const network of [bluesky, mastodon]) {
  const { network: name } = network.connector

  async function start(t: TestContext) {
    const stand = await openStand(t, name)
    const signedIn = await signIn(stand, network, 'alice')
    const { inbox } = network.connector
    assert.ok(inbox)
    const call = () => ({ grant: signedIn.grant, http: stand.http(), signal: new AbortController().signal })
    const acts = stand.sandbox.network(name).acts
    let from: JsonObject | null = null
    return {
      stand,
      accountId: signedIn.account.remoteId,
      publish: (text: string) => walkerOf(stand, signedIn, postOf(signedIn, text), new Map()).toEnd(),
      comment: async (text: string) => {
        assert.ok(acts?.comment)
        stand.later(1_000)
        await acts.comment('alice', { body: text })
      },
      /** Reads everything new, and forgets the connector's state between pages as a database would. */
      async readNew({ pages = Number.POSITIVE_INFINITY } = {}): Promise<Said[]> {
        const items: Said[] = []
        for (let more = true, read = 0; more && read < pages; read += 1) {
          const since = new Date(stand.now().getTime() - days(14))
          const page = await inbox.read(call(), from, since)
          items.push(...page.items)
          from = JSON.parse(JSON.stringify(page.next))
          more = page.more
        }
        return items
      },
      above: (remoteId: string) => inbox.readAbove(call(), remoteId),
    }
  }
  const textsOf = (items: readonly Said[]) => [...new Set(items.map(({ text }) => text.replace('@alice ', '')))]

  test(`${name}: comments are read with their author, parent, time and text, and later only the new ones`, async (t) => {
    const { publish, comment, readNew, above, stand, accountId } = await start(t)
    assert.deepEqual(await readNew(), [])
    await publish('We open at nine')
    const [own] = stand.seen('alice')
    await comment('even on <b>Sunday</b> & holidays?')
    const [one, ...others] = await readNew()
    assert.ok(one)
    assert.deepEqual(others, [])
    assert.deepEqual(textsOf([one]), ['even on <b>Sunday</b> & holidays?'])
    assert.deepEqual([one.kind, one.parentId, one.quotedId, one.author.name], ['reply', own?.id, null, 'Bob'])
    assert.match(one.author.handle, /^bob/)
    assert.equal(one.saidAt.toISOString(), stand.now().toISOString())
    assert.ok(one.url?.includes('bob') || one.url?.includes(one.author.remoteId))
    assert.deepEqual(
      (await above(one.remoteId)).map(({ remoteId, author }) => [remoteId, author.remoteId]),
      [[own?.id, accountId]],
    )
    assert.deepEqual(await above(network.absentId(one.remoteId)), [])
    stand.later(minutes(90))
    await comment('Thanks!')
    assert.deepEqual(textsOf(await readNew()).at(0), 'Thanks!')
  })

  test(`${name}: a burst is read to its end over several turns, and comments in between are not missed`, async (t) => {
    const { publish, comment, readNew, stand } = await start(t)
    await publish('Ask me anything')
    await comment('first')
    const read = await readNew()
    stand.later(minutes(90))
    const wanted = Array.from({ length: 250 }, (_, nth) => `question ${nth}`)
    for (const text of wanted) await comment(text)
    read.push(...(await readNew({ pages: 1 })))
    await comment('in between')
    for (let turn = 0; turn < 5; turn += 1) read.push(...(await readNew()))
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
