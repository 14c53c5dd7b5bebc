import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopeNames } from '#kernel/caller.ts'
import { days, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let boss: Client
let chief: Client
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  const people = await Promise.all(['boss', 'chief'].map((name) => t.as(name)))
  for (const person of people) await grant(w.person, w.profileId, person, 'admin')
  const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))
  ;[boss, chief] = (await Promise.all(people.map((person) => withKey(t, person, scopes)))) as [Client, Client]
})
after(() => t[Symbol.asyncDispose]())

let count = 0
async function write(body: object = {}): Promise<string> {
  count += 1
  const request = { profileId: w.profileId, content: `waiting ${count}`, platforms: ['mastodon'], ...body }
  return done(await w.ada.post('/v1/posts', request), 201).body.id
}
const need = async (requiredApprovals: number) =>
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { requiredApprovals, approverRole: 'admin' }))
const ask = async (id: string) => done(await w.ada.post(`/v1/posts/${id}/request-approval`))
async function approve(by: Client, id: string) {
  const { contentHash } = done(await by.get(`/v1/posts/${id}/approvals`)).body
  return done(await by.post(`/v1/posts/${id}/approve`, { contentHash }))
}

/** Lists by this state in every sort order, in full and as summaries, and checks that the count agrees. */
async function list(approval: 'waiting' | 'rejected'): Promise<string[]> {
  const filter = `profileId=${w.profileId}&approval=${approval}`
  const lists = await Promise.all(
    ['posts', 'posts/summaries'].flatMap((path) =>
      ['createdAt', 'date', 'scheduledAt', 'views'].map(async (sort) => {
        const { posts } = done(await boss.get(`/v1/${path}?${filter}&sort=${sort}&limit=100`)).body
        return posts.map(({ id }: { id: string }) => id).sort() as string[]
      }),
    ),
  )
  for (const ids of lists) assert.deepEqual(ids, lists[0])
  const { waitingForApproval } = done(await boss.get(`/v1/posts/stats?profileId=${w.profileId}`)).body
  if (approval === 'waiting') assert.equal(waitingForApproval, lists[0]?.length)
  return lists[0] ?? []
}

test('approval=waiting lists a post from the request to the last required approval or a rejection, and counts it', async () => {
  await need(2)
  const [asked, turnedDown, unasked] = [
    await write({ scheduledAt: inTime(t, days(2)) }),
    await write({ saveAsDraft: true }),
    await write({ saveAsDraft: true }),
  ]
  assert.deepEqual(await list('waiting'), [])
  await ask(asked)
  await ask(turnedDown)
  assert.deepEqual(await list('waiting'), [asked, turnedDown].sort())
  await approve(boss, asked)
  assert.deepEqual(await list('waiting'), [asked, turnedDown].sort(), 'one of two approvals')
  await approve(chief, asked)
  done(await chief.post(`/v1/posts/${turnedDown}/reject`, { reason: 'The date is wrong.' }))
  assert.deepEqual([await list('waiting'), await list('rejected')], [[], [turnedDown]])

  // A new request makes it wait again, and the trash hides it.
  await t.advance(minutes(1))
  await ask(turnedDown)
  assert.deepEqual([await list('waiting'), await list('rejected')], [[turnedDown], []])
  done(await w.ada.delete(`/v1/posts/${turnedDown}`))
  assert.deepEqual(await list('waiting'), [])
  assert.equal((await list('rejected')).includes(unasked), false)
})

test('approval=waiting lists due posts that are held, without a request, and nothing once no approval is required', async () => {
  await need(1)
  const held = await write({ scheduledAt: inTime(t, minutes(10)) })
  const asked = await write({ scheduledAt: inTime(t, days(2)) })
  await ask(asked)
  assert.deepEqual(await list('waiting'), [asked])
  await t.advance(minutes(10))
  assert.deepEqual(await list('waiting'), [held, asked].sort())
  // An edit after the approval: the post is held when it is due.
  await approve(boss, asked)
  done(await w.ada.patch(`/v1/posts/${asked}`, { content: 'edited after the approval' }))
  await t.advance(days(2))
  assert.ok((await list('waiting')).includes(asked))
  await need(0)
  await t.settle()
  assert.deepEqual(await list('waiting'), [])
})

test('400: a state that the filter does not know', async () => {
  refused(await boss.get(`/v1/posts?profileId=${w.profileId}&approval=approved`), 400, 'validation_failed')
})
