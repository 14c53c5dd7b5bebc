import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallFailed, type Connector, type HttpRequest } from '#connectors/connector.ts'
import { fileOf, filesOf } from '#test/connector-suite/files.ts'
import { askingForInbox } from '#test/connector-suite/inbox-kit.ts'
import { everyNetwork } from '#test/connector-suite/networks/index.ts'
import { postOf, threadOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { openPublished, type PublishedNetwork } from './published.ts'

/**
 * Sends what a connector can send, and lists the operations. The stand itself checks each request against the document.
 */
for (const network of ['x', 'mastodon'] as const satisfies PublishedNetwork[])
  test(`${network}: each request for publishing, finding, counting and the inbox conforms to the network’s API description`, async (t) => {
    const stand = await openStand(t, network)
    const published = openPublished(network)
    const called = new Set<string>()
    stand.standBetween((request, send) => {
      const path = request.url.slice(stand.url.length)
      called.add(published.find(request.method, path) ?? path)
      return send(request)
    })
    const underTest = everyNetwork[network]
    const connector: Connector = underTest.connector
    const signedIn = await signIn(stand, askingForInbox(underTest), 'alice')
    const [picture, moving, film] = ['image/png', 'image/gif', 'video/mp4'].map((type) => fileOf(type))
    assert.ok(picture && moving && film)
    const posts = [
      threadOf(signedIn, [], {
        parts: [
          { text: 'one', media: [picture.item] },
          { text: 'two', media: [moving.item] },
          { text: '', media: [film.item] },
        ],
        link: 'https://example.com/x',
        firstComment: 'more',
        language: 'de',
      }),
      ...underTest.kinds.flatMap(({ settings }) => (settings ? [postOf(signedIn, 'settings', { settings })] : [])),
    ]
    const ids: string[] = []
    for (const post of posts) {
      const walker = walkerOf(stand, signedIn, post, filesOf(picture, moving, film))
      await walker.toVisible()
      await walker.find()
      assert.equal((await walker.toEnd()).failure, null)
      ids.push(...walker.shown.map(({ remoteId }) => remoteId ?? ''))
    }
    await walkerOf(stand, signedIn, postOf(signedIn, 'settings')).find()
    const call = { grant: signedIn.grant, http: stand.http(), signal: new AbortController().signal }
    await connector.metrics?.(call, ids)
    await connector.metrics?.(call, [underTest.absentId('')])
    if (connector.inbox) {
      const inboxCall = { ...call, accountId: signedIn.account.remoteId, handle: signedIn.account.handle }
      await connector.inbox.read(inboxCall, null, stand.now())
      await connector.inbox.readAbove(inboxCall, ids[0] ?? '')
      const [remoteId = ''] = ids
      const item = { remoteId, parentId: null, rootId: remoteId, isOwn: true, saidAt: stand.now() }
      // The network may refuse to act on a post. Only the request matters here.
      for (const act of Object.values(connector.inbox.acts ?? {}))
        for (const wanted of [false, true])
          await act
            .run(inboxCall, item, wanted)
            .catch((error: unknown) => assert.ok(error instanceof CallFailed, String(error)))
    }
    const { oauthAt } = connector.auth
    if (oauthAt) {
      const request = { redirectUrl: 'https://posts.example/back', state: 's', scopes: oauthAt.scopes, challenge: 'c' }
      for (const _ of [1, 2]) await oauthAt.begin(stand.http(), { ...request, name: stand.url })
      const client = { clientId: 'none', clientSecret: 'none' }
      await assert.rejects(connector.auth.revoke?.(stand.http(), { ...signedIn.grant, client }) ?? assert.fail())
    }
    const missed = published.operations.filter((name) => !called.has(name))
    // People open the consent page, not the connector.
    assert.deepEqual(missed, network === 'mastodon' ? ['GET /oauth/authorize'] : [])
  })

test('a request that is not in the API description is detected', () => {
  const base = 'https://api.example/net'
  const json = { 'content-type': 'application/json' }
  const faultsOf = (network: PublishedNetwork, method: HttpRequest['method'], path: string, body?: object) =>
    openPublished(network).faultsOf(
      { name: 'a', method, url: `${base}${path}`, ...(body ? { headers: json, body: JSON.stringify(body) } : {}) },
      base,
    )
  assert.deepEqual(faultsOf('x', 'POST', '/2/tweets', { text: 'good', reply: { in_reply_to_tweet_id: '1' } }), [])
  const cases = [
    faultsOf('x', 'POST', '/2/tweets', { text: 'a', link: 'https://example.com' }),
    faultsOf('x', 'POST', '/2/tweets', { text: 'a', reply: { in_reply_to_tweet_id: 1 } }),
    faultsOf('x', 'POST', '/2/tweets', { text: 'a', reply_settings: 'nobody' }),
    faultsOf('x', 'POST', '/2/tweet', { text: 'a' }),
    faultsOf('x', 'GET', '/2/tweets'),
    faultsOf('x', 'GET', '/2/tweets?ids=1&fields=text'),
    faultsOf('x', 'GET', '/2/tweets?ids=1&tweet.fields=likes'),
    faultsOf('x', 'GET', '/2/users/1/tweets?max_results=1000'),
    faultsOf('mastodon', 'POST', '/api/v1/statuses', { visibility: 'public' }),
    faultsOf('mastodon', 'POST', '/api/v1/statuses', { status: 'a', visibility: 'friends' }),
  ]
  for (const [nth, faults] of cases.entries()) assert.equal(faults.length, 1, `${nth}: ${faults}`)
})
