import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { scopeNames } from '#kernel/caller.ts'
import { days, seconds } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { type EventStream, openEventStream } from '#test/world/event-stream.ts'
import { done, grant, makeProfile, refused } from '#test/world/people.ts'

const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))

/** Ada owns the profile, Ben and Cleo write there, and Vera reads. */
const names = ['ada', 'ben', 'cleo', 'vera', 'stranger'] as const
type Name = (typeof names)[number]

let t: TestApp
let profileId: string
let people: Record<Name, Person>
/** Keys do not expire when the clock moves. */
let keys: Record<Name | 'elsewhere' | 'reads', string>
let ada: Client
let ben: Client
let cleo: Client
before(async () => {
  t = await startApp()
  const byName = async <Value>(make: (name: Name) => Promise<Value>) =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await make(name)]))) as Record<Name, Value>
  people = await byName((name) => t.as(name))
  profileId = await makeProfile(people.ada)
  await grant(people.ada, profileId, people.ben, 'editor')
  await grant(people.ada, profileId, people.cleo, 'editor')
  await grant(people.ada, profileId, people.vera, 'viewer')
  const makeKey = async (person: Person, more: object = {}): Promise<string> =>
    done(await person.post('/v1/api-keys', { name: 'writes', scopes, ...more }), 201).body.key
  keys = {
    ...(await byName((name) => makeKey(people[name]))),
    elsewhere: await makeKey(people.ada, { profileIds: [await makeProfile(people.ada)] }),
    reads: await makeKey(people.ada, { scopes: ['posts:read'] }),
  }
  ada = t.withToken(keys.ada)
  ben = t.withToken(keys.ben)
  cleo = t.withToken(keys.cleo)
})
after(() => t[Symbol.asyncDispose]())

async function write(): Promise<string> {
  const requested = { profileId, content: 'Open at nine', platforms: ['bluesky'], saveAsDraft: true }
  return done(await ada.post('/v1/posts', requested), 201).body.id
}

const path = (id: string) => `/v1/posts/${id}/presence`
type Present = { readonly uid: string; readonly name: string }[]
const uidsOf = (present: Present) => present.map(({ uid }) => uid).sort()
const enter = async (by: Client, id: string): Promise<string[]> =>
  uidsOf(done(await by.put(path(id), undefined)).body.people)
const leave = async (by: Client, id: string) => done(await by.delete(path(id)))
const only = (...given: Name[]) => given.map((name) => people[name].uid).sort()

test('users who open a post see who else has that post open, until the others leave', async () => {
  const [id, other] = [await write(), await write()]
  const { body } = done(await ada.put(path(id), undefined))
  const { name } = done(await people.ada.get('/v1/auth/me')).body
  assert.deepEqual(body, { postId: id, profileId, people: [{ uid: people.ada.uid, name }] })
  assert.deepEqual(await enter(ben, id), only('ada', 'ben'))
  assert.deepEqual(await enter(ben, id), only('ada', 'ben'))
  assert.deepEqual(await enter(cleo, other), only('cleo'))
  await leave(ben, id)
  await leave(ben, id)
  assert.deepEqual(await enter(ada, id), only('ada'))
})

test('presence lasts 45 seconds after the last report, and its row is deleted later', async () => {
  const id = await write()
  await enter(ada, id)
  await enter(ben, id)
  await t.advance(seconds(44))
  assert.deepEqual(await enter(ben, id), only('ada', 'ben'))
  await t.advance(seconds(1))
  assert.deepEqual(await enter(ben, id), only('ben'))
  await t.advance(days(1))
  const { rows } = await sql`select from post_presence`.execute(t.db)
  assert.equal(rows.length, 0)
})

test('403: a viewer, a stranger, and a key for another profile cannot report presence; 404 without a post', async () => {
  const id = await write()
  for (const call of ['put', 'delete'] as const) {
    const tell = (by: keyof typeof keys, of = id) => {
      const client = t.withToken(keys[by])
      return call === 'put' ? client.put(path(of), undefined) : client.delete(path(of))
    }
    refused(await tell('vera'), 403, 'profile_role_required')
    refused(await tell('stranger'), 403, 'post_forbidden')
    refused(await tell('elsewhere'), 403, 'post_forbidden')
    refused(await tell('reads'), 403, 'scope_required')
    refused(await tell('ada', 'post_01kajv4z00e008000000000001'), 404, 'post_not_found')
  }
  assert.deepEqual(await enter(ada, id), only('ada'))
})

test('reporting presence does not change the post, and leaves no audit entry', async () => {
  const id = await write()
  const seen = async () => [
    (await ada.get(`/v1/posts/${id}`)).body,
    (await ada.get(`/v1/posts/${id}/audit`)).body.length,
  ]
  const before = await seen()
  await enter(ada, id)
  await leave(ada, id)
  assert.deepEqual(await seen(), before)
})

test('the stream notifies only members when someone starts, stops, or is silent for too long', async (test) => {
  const id = await write()
  const open = async (name: keyof typeof keys): Promise<EventStream> => {
    const stream = await openEventStream(t.url, keys[name])
    test.after(() => stream.close())
    return stream
  }
  const owner = await open('ada')
  const hearing = [owner, await open('ben'), await open('vera')]
  const deaf = [await open('stranger'), await open('elsewhere')]
  const framesOf = ({ frames }: EventStream) =>
    frames.filter(({ event, data }) => event === 'presence' && data?.data?.postId === id)
  const dataOf = (stream: EventStream) => framesOf(stream).at(-1)?.data?.data
  const untilAllSee = async (...given: Name[]) => {
    const wanted = only(...given).join()
    for (const stream of hearing)
      await stream.until(`someone sees ${given}`, () => {
        const data = dataOf(stream)
        return data !== undefined && uidsOf(data.people as Present).join() === wanted
      })
  }

  // The first check only learns the current state: changes before it are not reported.
  const deadline = performance.now() + patienceMs()
  while (framesOf(owner).length === 0) {
    assert.ok(performance.now() < deadline, 'an arrival is reported')
    await enter(ben, id)
    await leave(ben, id)
  }
  await enter(ada, id)
  await enter(ben, id)
  await untilAllSee('ada', 'ben')
  assert.deepEqual(
    [framesOf(owner).at(-1)?.id, Object.keys(dataOf(owner) ?? {})],
    [null, ['postId', 'profileId', 'people']],
  )
  await leave(ben, id)
  await untilAllSee('ada')
  await t.advance(seconds(46))
  await untilAllSee()
  assert.deepEqual(deaf.flatMap(framesOf), [])
})
