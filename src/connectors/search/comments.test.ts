import assert from 'node:assert/strict'
import { test } from 'node:test'
import { facebook } from '#test/connector-suite/networks/facebook.ts'
import { instagram } from '#test/connector-suite/networks/instagram.ts'
import { linkedin } from '#test/connector-suite/networks/linkedin.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'

const lists: ReadonlySet<string> = new Set(['getComments', 'listComments'])

for (const network of [facebook, instagram, linkedin])
  test(`${network.connector.network}: a comment whose response was lost is found even if the network changes line breaks and accents`, async (t) => {
    const stand = await openStand(t, network.connector.network, network.ledgerName)
    const signedIn = await signIn(stand, network, 'alice')
    const post = postOf(signedIn, 'above', { firstComment: 'a cafe\u0301\r\nby the sea' })
    const walker = walkerOf(stand, signedIn, post)
    while (walker.step !== 'comment') {
      const { failure, error } = await walker.take()
      assert.deepEqual([failure, error], [null, null])
    }
    await walker.tryStep()
    stand.standBetween(async (request, send) => {
      const answer = await send(request)
      if (!lists.has(request.name)) return answer
      const text = answer.body.toString('utf8').normalize('NFC').replaceAll('\\r\\n', '\\n')
      return { ...answer, body: Buffer.from(text) }
    })
    assert.deepEqual(await walker.find(), { memo: walker.memo, end: true })
  })
