import assert from 'node:assert/strict'
import { toWire } from '#kernel/ids.ts'
import { metricNames } from '#modules/analytics/metrics.ts'
import type { Client } from '#test/harness/client.ts'
import { done } from '#test/world/people.ts'
import type { Walk } from './plain-walk.ts'

const zeros = () =>
  Object.fromEntries(metricNames.map((name) => [name, 0])) as Walk['targets'][number]['steps'][number]['numbers']

/** Queries the metrics of posts and accounts through the API, and compares them with a plain walk. */
export async function askAboutPosts(client: Client, walk: Walk): Promise<void> {
  const byPost = Map.groupBy(walk.targets, ({ postId }) => postId)
  const looked = [...byPost].filter(([, targets]) => targets.some(({ steps }) => steps.length > 0))
  const ids = [...byPost.keys()].slice(0, 100).map((id) => toWire('post', id))
  const summary = done(await client.get(`/v1/analytics/posts-summary?postIds=${ids.join(',')}`)).body
  for (const [postId, targets] of looked) {
    const id = toWire('post', postId)
    if (!ids.includes(id)) continue
    for (const name of ['views', 'likes', 'comments', 'shares'] as const)
      assert.equal(summary[id][name], sumOf(targets, name), `${name} of ${id}`)
  }
  assert.equal(Object.keys(summary).length, looked.filter(([id]) => ids.includes(toWire('post', id))).length)
  const [first] = looked
  if (first) await askHistory(client, ...first)
  await askAccounts(client, walk)
}

const sumOf = (targets: Walk['targets'], name: (typeof metricNames)[number]): number =>
  targets.reduce((sum, { steps }) => sum + (steps.at(-1)?.numbers ?? zeros())[name], 0)

async function askHistory(client: Client, postId: string, targets: Walk['targets']): Promise<void> {
  const history = done(await client.get(`/v1/analytics/posts/${toWire('post', postId)}/history`)).body
  const steps = targets.flatMap((target) => target.steps).sort((one, other) => one.at - other.at)
  assert.deepEqual(
    history.map(({ fetchedAt }: { fetchedAt: string }) => Date.parse(fetchedAt)),
    steps.map(({ at }) => at),
  )
  for (const name of metricNames)
    assert.equal(
      history.reduce((sum: number, one: Record<string, number>) => sum + (one[name] ?? 0), 0),
      steps.reduce((sum, one) => sum + one.numbers[name], 0),
      name,
    )
}

async function askAccounts(client: Client, walk: Walk): Promise<void> {
  const accounts = done(await client.get('/v1/analytics/accounts')).body
  for (const account of accounts) {
    const own = walk.targets.filter(({ accountId }) => toWire('acc', accountId) === account.accountId)
    for (const name of metricNames) assert.equal(account[name], sumOf(own, name), `${name} of ${account.network}`)
  }
}
