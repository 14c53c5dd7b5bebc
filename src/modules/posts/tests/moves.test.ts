import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bluesky } from '#connectors/bluesky/index.ts'
import { mastodon } from '#connectors/mastodon/index.ts'
import { days, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { moves, type PostStatus, postStatuses } from '../state.ts'

/** Posts in every state, and the effect of each trigger on them. */
let t: TestApp
let ada: Client
let profileId: string

/** A network that cannot be queried, so that a post whose response is lost stays unknown. */
const silent = {
  ...bluesky,
  steps: Object.fromEntries(
    Object.entries(bluesky.steps).map(([name, step]) => [
      name,
      step.shows ? { ...step, repeat: 'once' as const, find: async () => 'unsure' as const } : step,
    ]),
  ),
}

before(async () => {
  t = await startApp({ sandbox: true, connectors: { bluesky: silent, mastodon } })
  await t.as('root')
  const writer = await connectBoth(t)
  ada = writer.ada
  profileId = writer.profileId
})
after(() => t[Symbol.asyncDispose]())

const triggerNames = Object.keys(moves) as (keyof typeof moves)[]

/** Adds a fault that occurs once for each trigger. */
const fault = (kind: 'reject' | 'drop_after' | 'error_before', network: 'bluesky' | 'mastodon' = 'mastodon') => {
  const call = network === 'bluesky' ? 'putRecord' : 'createStatus'
  t.sandbox.faults.add({ network, kind, times: triggerNames.length, call })
}
const noFaults = () => {
  for (const { id } of t.sandbox.faults.list()) t.sandbox.faults.remove(id)
}

let count = 0
const write = async (body: object = {}) => {
  count += 1
  const made = await ada.post('/v1/posts', { profileId, content: `no ${count}`, platforms: ['mastodon'], ...body })
  assert.equal(made.status, 201, made.text)
  return made.body.id as string
}
const read = async (id: string) => (await ada.get(`/v1/posts/${id}`)).body

interface Maker {
  readonly body: () => object
  /** Applied to all of the posts afterwards. */
  readonly then?: (ids: readonly string[]) => Promise<void>
}

/** Ways to bring posts into each state. */
const makers: Readonly<Record<PostStatus | 'trash', Maker>> = {
  draft: { body: () => ({ saveAsDraft: true }) },
  scheduled: { body: () => ({ scheduledAt: inTime(t, days(30)) }) },
  queued: { body: () => ({}) },
  publishing: {
    body: () => ({ platforms: ['bluesky', 'mastodon'] }),
    async then() {
      fault('error_before')
      await t.settle()
    },
  },
  published: { body: () => ({}), then: () => t.settle() },
  partial: {
    body: () => ({ platforms: ['bluesky', 'mastodon'] }),
    async then() {
      fault('reject')
      await t.settle()
    },
  },
  failed: {
    body: () => ({}),
    async then() {
      fault('reject')
      await t.settle()
    },
  },
  unknown: {
    body: () => ({ platforms: ['bluesky'] }),
    async then() {
      fault('drop_after', 'bluesky')
      await t.settle()
      await t.advance(minutes(20))
      await t.advance(minutes(20))
    },
  },
  trash: {
    body: () => ({ saveAsDraft: true }),
    async then(ids) {
      for (const id of ids) await ada.delete(`/v1/posts/${id}`)
    },
  },
}

const triggers: Readonly<Record<keyof typeof moves, (id: string) => ReturnType<Client['get']>>> = {
  edit: (id) => ada.patch(`/v1/posts/${id}`, { content: 'edited' }),
  schedule: (id) => ada.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, days(31)), saveAsDraft: false }),
  unschedule: (id) => ada.patch(`/v1/posts/${id}`, { scheduledAt: null }),
  annotate: (id) => ada.patch(`/v1/posts/${id}`, { metadata: { colour: 'blue' }, tags: ['blue'] }),
  submit: (id) => ada.post(`/v1/queue/submit/${id}`),
  publishNow: (id) => ada.post(`/v1/posts/${id}/publish-now`),
  cancel: (id) => ada.delete(`/v1/queue/cancel/${id}`),
  retry: (id) => ada.post(`/v1/posts/${id}/retry`),
  reportStuck: (id) => ada.post(`/v1/posts/${id}/report-stuck`),
  remove: (id) => ada.delete(`/v1/posts/${id}`),
  restore: (id) => ada.post(`/v1/posts/${id}/restore`),
  duplicate: (id) => ada.post(`/v1/posts/${id}/duplicate`),
  expand: (id) => ada.post(`/v1/posts/${id}/expand`, { platforms: ['bluesky', 'mastodon'] }),
}

/** The result if the trigger is allowed: the resulting status, or the code with which it refuses for another reason. */
const expected: Readonly<Record<keyof typeof moves, Partial<Record<PostStatus | 'trash', string>>>> = {
  edit: { draft: 'draft', scheduled: 'scheduled', queued: 'queued', failed: 'failed' },
  schedule: { draft: 'scheduled', scheduled: 'scheduled', queued: 'scheduled', failed: 'scheduled' },
  unschedule: { draft: 'draft', scheduled: 'draft', queued: 'draft', failed: 'failed' },
  annotate: Object.fromEntries(postStatuses.map((status) => [status, status])),
  submit: { draft: 'queued', scheduled: 'queued', failed: 'queued' },
  publishNow: { draft: 'queued' },
  cancel: {
    ...Object.fromEntries(postStatuses.map((status) => [status, status])),
    scheduled: 'draft',
    queued: 'draft',
    publishing: 'publishing',
    trash: 'draft',
  },
  retry: {
    queued: 'nothing_to_retry',
    // The target in doubt is looked up, and not sent again.
    publishing: 'nothing_to_retry',
    partial: 'queued',
    failed: 'queued',
    unknown: 'outcome_unknown',
  },
  reportStuck: { queued: 'post_not_stuck', publishing: 'post_not_stuck' },
  remove: {
    ...Object.fromEntries(postStatuses.map((status) => [status, status])),
    queued: 'draft',
    publishing: 'publishing',
    trash: 'draft',
  },
  restore: { trash: 'draft' },
  duplicate: Object.fromEntries(postStatuses.map((status) => [status, status])),
  expand: {
    draft: 'draft',
    scheduled: 'scheduled',
    queued: 'queued',
    publishing: 'nothing_to_expand',
    published: 'queued',
    partial: 'queued',
    failed: 'queued',
    unknown: 'queued',
  },
}

for (const place of [...postStatuses, 'trash'] as const) {
  test(`each trigger on a post that is ${place}`, async () => {
    const { body, then } = makers[place]
    const ids: string[] = []
    for (const _ of triggerNames) ids.push(await write(body()))
    await then?.(ids)
    noFaults()
    for (const [no, trigger] of triggerNames.entries()) {
      const id = ids[no]!
      const before = place === 'trash' ? 'draft' : place
      assert.equal((await read(id)).status, before)
      const answer = await triggers[trigger](id)
      const move = moves[trigger][place]
      const after = await read(id)
      const name = `${trigger} of ${place}: ${answer.text}`
      if (typeof move !== 'string') {
        const { code, status } = answer.body
        assert.equal(code, move.no, name)
        assert.equal(status, trigger === 'submit' ? 403 : 409, name)
        assert.equal(after.status, before, name)
        continue
      }
      const want = expected[trigger][place]
      assert.ok(want !== undefined, `${name} is allowed without an expected result`)
      if (answer.status >= 300) assert.equal(answer.body.code, want, name)
      else assert.equal(after.status, want, name)
    }
    await t.settle()
  })
}
