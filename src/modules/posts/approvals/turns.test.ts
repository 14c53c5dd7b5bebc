import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { scopeNames } from '#kernel/caller.ts'
import { days, minutes } from '#kernel/clock.ts'
import { newId, type UserId } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { meetHalfway } from '#test/world/meet.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'
import { readTurns } from '../reading/read-turns.ts'

/** Ada owns the brand. Eve and Ed are editors, Cleo is the client, Vera only reads. */
const roles = { eve: 'editor', ed: 'editor', cleo: 'approver', vera: 'viewer' } as const
type Name = keyof typeof roles

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let people: Record<Name, Person>
let as: Record<Name, Client>
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))
  const made = []
  for (const name of Object.keys(roles) as Name[]) {
    const person = await t.as(name)
    await grant(w.person, w.profileId, person, roles[name])
    made.push([name, person, await withKey(t, person, scopes)] as const)
  }
  people = Object.fromEntries(made.map(([name, person]) => [name, person])) as typeof people
  as = Object.fromEntries(made.map(([name, , client]) => [name, client])) as typeof as
})
after(() => t[Symbol.asyncDispose]())

const steps = [
  { name: 'Editor', roles: ['editor'] },
  { name: 'Client', roles: ['approver'] },
]
const setRule = async (rule: object) => done(await w.ada.patch(`/v1/profiles/${w.profileId}`, rule))
beforeEach(async () => {
  const { posts } = done(await w.ada.get(`/v1/posts?profileId=${w.profileId}`)).body
  for (const { id } of posts) await w.ada.delete(`/v1/posts/${id}`)
  await setRule({ approvalSteps: [], requiredApprovals: 0, approverRole: 'editor' })
})

let count = 0
async function write(body: object = {}, by: Client = w.ada): Promise<string> {
  count += 1
  const request = { profileId: w.profileId, content: `turn ${count}`, platforms: ['mastodon'], ...body }
  return done(await by.post('/v1/posts', { scheduledAt: inTime(t, days(2) + minutes(count)), ...request }), 201).body.id
}
async function approve(by: Client, id: string): Promise<void> {
  const { contentHash } = done(await by.get(`/v1/posts/${id}/approvals`)).body
  done(await by.post(`/v1/posts/${id}/approve`, { contentHash }))
}

/** Reads the posts that wait for a person: page by page, and as one list. Checks that lists and count agree. */
async function turnsOf(client: Client): Promise<string[]> {
  const query = `profileId=${w.profileId}&approval=waitingForMe&sort=scheduledAt`
  const paged: string[] = []
  for (let cursor = ''; ; ) {
    const { posts, nextCursor } = done(await client.get(`/v1/posts/summaries?${query}&limit=1${cursor}`)).body
    paged.push(...posts.map(({ id }: { id: string }) => id))
    if (nextCursor === null) break
    cursor = `&cursor=${nextCursor}`
  }
  const whole = done(await client.get(`/v1/posts?${query}`)).body.posts.map(({ id }: { id: string }) => id)
  assert.deepEqual(whole, paged)
  const { waitingForMe } = done(await client.get(`/v1/posts/stats?profileId=${w.profileId}`)).body
  assert.equal(waitingForMe, paged.length)
  return paged
}

test('waitingForMe lists what a person can decide about now, the next first: not their own posts, and not after their approval', async () => {
  const [first, ofEve, second] = [await write(), await write({}, as.eve), await write()]
  assert.deepEqual(await turnsOf(as.eve), [], 'nothing is required')
  await setRule({ requiredApprovals: 2 })
  assert.deepEqual(await turnsOf(as.eve), [first, second])
  assert.deepEqual(await turnsOf(as.ed), [first, ofEve, second])
  assert.deepEqual(await turnsOf(w.ada), [ofEve])
  assert.deepEqual(await turnsOf(as.vera), [])
  await approve(as.eve, first)
  assert.deepEqual(await turnsOf(as.eve), [second])
  assert.deepEqual(await turnsOf(as.cleo), [first, ofEve, second])
  await approve(as.cleo, first)
  assert.deepEqual(await turnsOf(as.cleo), [ofEve, second])
  // An edit voids the approvals. Eve has written no part of it, so it waits for her again.
  done(await w.ada.patch(`/v1/posts/${first}`, { content: 'edited after its approval' }))
  assert.deepEqual(await turnsOf(as.eve), [first, second])
})

test('with steps, a post waits for the people of the next one only, and for the owner if they can’t', async () => {
  await setRule({ approvalSteps: steps })
  const id = await write()
  assert.deepEqual([await turnsOf(as.eve), await turnsOf(as.ed), await turnsOf(as.cleo)], [[id], [id], []])
  await approve(as.eve, id)
  assert.deepEqual([await turnsOf(as.eve), await turnsOf(as.ed), await turnsOf(as.cleo)], [[], [], [id]])
  await approve(as.cleo, id)
  assert.deepEqual([await turnsOf(as.ed), await turnsOf(as.cleo)], [[], []])

  // Both editors have written it, so the owner decides the first step. Ada is in no step.
  const shared = await write({}, as.eve)
  done(await as.ed.patch(`/v1/posts/${shared}`, { content: 'by both editors' }))
  const other = await write({}, as.eve)
  assert.deepEqual(await turnsOf(w.ada), [shared])
  assert.deepEqual(await turnsOf(as.ed), [other])
  done(await w.ada.patch(`/v1/profiles/${w.profileId}/members/${people.ed.uid}`, { role: 'viewer' }))
  assert.deepEqual(await turnsOf(w.ada), [shared, other])
  done(await w.ada.patch(`/v1/profiles/${w.profileId}/members/${people.ed.uid}`, { role: 'editor' }))
})

test('a draft waits from its request to a rejection, and a held post until it is approved', async () => {
  await setRule({ requiredApprovals: 1 })
  const draft = await write({ saveAsDraft: true })
  assert.deepEqual(await turnsOf(as.eve), [])
  done(await w.ada.post(`/v1/posts/${draft}/request-approval`))
  assert.deepEqual(await turnsOf(as.eve), [draft])
  done(await as.ed.post(`/v1/posts/${draft}/reject`, { reason: 'Not yet.' }))
  assert.deepEqual(await turnsOf(as.eve), [])
  done(await w.ada.patch(`/v1/posts/${draft}`, { content: 'changed since the rejection' }))
  assert.deepEqual(await turnsOf(as.eve), [], 'no one has asked again')
  await t.advance(minutes(1))
  done(await w.ada.post(`/v1/posts/${draft}/request-approval`))
  assert.deepEqual(await turnsOf(as.eve), [draft])

  const held = await write({ scheduledAt: inTime(t, minutes(5)) })
  await t.advance(minutes(6))
  assert.deepEqual((await turnsOf(as.eve)).sort(), [draft, held].sort())
  await approve(as.eve, held)
  await t.settle()
  assert.deepEqual(await turnsOf(as.eve), [draft])
})

test('an edit and an approval at once, in each order: the post still needs its approval, and waits for the same people', async () => {
  await setRule({ requiredApprovals: 1 })
  for (const isEditFirst of [true, false]) {
    const id = await write()
    const { contentHash } = done(await as.eve.get(`/v1/posts/${id}/approvals`)).body
    const edit = () => w.ada.patch(`/v1/posts/${id}`, { content: `edited at once ${isEditFirst}` })
    const approval = () => as.eve.post(`/v1/posts/${id}/approve`, { contentHash })
    const answers = isEditFirst
      ? await meetHalfway(t, 'audit_entry', edit, approval)
      : await meetHalfway(t, 'audit_entry', approval, edit)
    if (isEditFirst) refused(answers[1], 409, 'approval_outdated')
    else done(answers[0])
    assert.equal(done(await as.eve.get(`/v1/posts/${id}`)).body.needsApproval, true)
    assert.ok((await turnsOf(as.eve)).includes(id))
    assert.ok((await turnsOf(as.ed)).includes(id))
  }
})

test('a page reads at most 1,000 posts, and then continues after the last of them', async () => {
  let reads = 0
  const readOn = async (_after: unknown, { posts }: { readonly posts: number }) => {
    reads += 1
    return {
      posts: Array.from({ length: posts }, () => ({ id: newId<'post'>(new Date()), scheduledAt: null })),
      hasMore: true,
    }
  }
  const size = { posts: 10, bytes: 1_000 }
  const page = await readTurns(t.deps, people.eve.uid as UserId, readOn, { after: null, size })
  assert.deepEqual([page.posts, page.hasMore, reads], [[], true, 10])
  assert.ok(page.last)
})

test('400: this filter is refused where others edit many posts, and an unknown one everywhere', async () => {
  const filter = { profileId: w.profileId, approval: 'waitingForMe' }
  const edit = { filter, edits: [{ kind: 'requestApproval' }], dryRun: true }
  refused(await w.ada.post('/v1/posts/bulk/edit', edit), 400, 'validation_failed')
  refused(await as.eve.get(`/v1/posts?profileId=${w.profileId}&approval=mine`), 400, 'validation_failed')
})
