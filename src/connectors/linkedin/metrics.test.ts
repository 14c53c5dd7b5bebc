import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Connector, JsonObject } from '#connectors/connector.ts'
import { linkedin as network } from '#test/connector-suite/networks/linkedin.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { linkedin } from './index.ts'

const connector: Connector = linkedin

/** Publishes as the member or as her page, and returns a function that reads the post's metrics. */
async function publishAs(t: TestContext, page: string | null) {
  const nameOf = (person: string) => (page === null ? person : `${person}-${page}`)
  const stand = await openStand(t, 'linkedin', nameOf)
  const signedIn = await signIn(stand, { ...network, signsIn: page === null ? {} : { page: nameOf } }, 'alice')
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'count me'))
  const { failure, error } = await walker.toEnd()
  assert.deepEqual([failure, error], [null, null])
  stand.later(3_600_000)
  const ids = [walker.shown[0]?.remoteId ?? '']
  const { signal } = new AbortController()
  const read = (grant: JsonObject = signedIn.grant) => connector.metrics?.({ grant, http: stand.http(), signal }, ids)
  return { grant: signedIn.grant, read }
}

test('a member’s metrics cover only the granted scopes', async (t) => {
  const { grant, read } = await publishAs(t, null)
  const [seen] = (await read()) ?? []
  assert.deepEqual(Object.keys(seen?.counts ?? {}).sort(), ['comments', 'impressions', 'likes', 'shares'])
  assert.deepEqual(await read({ ...grant, scopes: ['w_member_social'] }), [])
})

test('a page’s metrics are read only for its administrators; for other members the request does not fail', async (t) => {
  const [seen] = (await (await publishAs(t, 'works')).read()) ?? []
  assert.equal(typeof seen?.counts?.reach, 'number')
  assert.deepEqual(await (await publishAs(t, 'studio')).read(), [])
})
