import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { storeConversation } from '#test/world/inbox.ts'
import { openDesk } from '#test/world/inbox-desk.ts'
import { done, grant, refused } from '#test/world/people.ts'

/** Notes and labels of conversations: what colleagues tell each other, and how they sort. */
let t: TestApp
let desk: Awaited<ReturnType<typeof openDesk>>
type Person = Awaited<ReturnType<TestApp['as']>>
let colleague: Person
let viewer: Person
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  desk = await openDesk(t)
  colleague = await t.as('colleague')
  viewer = await t.as('viewer')
  await grant(desk.person, desk.profileId, colleague, 'editor')
  await grant(desk.person, desk.profileId, viewer, 'viewer')
})
after(() => t[Symbol.asyncDispose]())

const talk = () => storeConversation(t.db, { profileId: desk.profileId, accountId: desk.bluesky, at: t.now() })
const write = (by: Person, id: string, body: object) => by.post(`/v1/inbox/conversations/${id}/notes`, body)
const notesOf = async (by: Person, id: string) => done(await by.get(`/v1/inbox/conversations/${id}/notes`)).body.notes
const change = (id: string, body: object) => desk.person.patch(`/v1/inbox/conversations/${id}`, body)

test('a note is read by everyone who can read the conversation, mentions members, and is sent to no network', async () => {
  const id = await talk()
  const text = 'We do since October. @colleague?'
  const made = done(await write(desk.person, id, { text, mentions: [colleague.uid] }), 201).body
  assert.deepEqual([made.text, made.author.uid], [text, desk.person.uid])
  assert.deepEqual(
    (await notesOf(viewer, id)).map((one: { id: string; mentions: { uid: string }[] }) => [
      one.id,
      one.mentions.map(({ uid }) => uid),
    ]),
    [[made.id, [colleague.uid]]],
  )
  assert.equal(done(await viewer.get(`/v1/inbox/conversations/${id}`)).body.notes, 1)
  await t.settle()
  assert.deepEqual(
    t.sandbox.ledger.entries({ network: 'bluesky' }).filter((one) => one.text.includes('since October')),
    [],
  )
})

test('a note mentions only members, is bounded, and viewers write none', async () => {
  const id = await talk()
  const stranger = await t.as('stranger')
  refused(await write(desk.person, id, { text: 'Hello', mentions: [stranger.uid] }), 400, 'validation_failed')
  refused(await write(desk.person, id, { text: '  ' }), 400, 'validation_failed')
  refused(await write(desk.person, id, { text: 'a'.repeat(2_001) }), 400, 'validation_failed')
  refused(await write(viewer, id, { text: 'Hello' }), 403, 'profile_role_required')
  refused(await write(stranger, id, { text: 'Hello' }), 403, 'profile_forbidden')
})

test('authors delete their notes, admins delete all, and a deleted author leaves the words', async () => {
  const id = await talk()
  const leaving = await t.as('leaving')
  await grant(desk.person, desk.profileId, leaving, 'editor')
  const [own, left, other] = [
    done(await write(colleague, id, { text: 'Mine' }), 201).body,
    done(await write(leaving, id, { text: 'I leave' }), 201).body,
    done(await write(desk.person, id, { text: 'The owner’s' }), 201).body,
  ]
  refused(await colleague.delete(`/v1/inbox/notes/${other.id}`), 403, 'conversation_note_forbidden')
  done(await colleague.delete(`/v1/inbox/notes/${own.id}`))
  refused(await colleague.delete(`/v1/inbox/notes/${own.id}`), 404, 'conversation_note_not_found')
  done(await leaving.delete('/v1/auth/me'))
  await t.settle()
  const rest = await notesOf(viewer, id)
  assert.deepEqual(
    rest.map(({ text, author }: { text: string; author: object | null }) => [text, author === null]),
    [
      ['I leave', true],
      ['The owner’s', false],
    ],
  )
  done(await desk.person.delete(`/v1/inbox/notes/${left.id}`))
})

test('a conversation has labels of its brand, which filter lists, follow a merge and end with their label', async () => {
  const label = async (name: string) =>
    done(await desk.person.post('/v1/labels', { profileId: desk.profileId, name }), 201).body.id
  const [customer, shipping, post] = [await label('Customer'), await label('Shipping'), await label('Post')]
  const id = await talk()
  const changed = done(await change(id, { labelIds: [shipping, customer] })).body
  assert.deepEqual(changed.labelIds, [customer, shipping])
  assert.equal(done(await change(id, { labelIds: [customer, shipping] })).body.version, changed.version)
  const listed = async (labelId: string) =>
    (
      done(await viewer.get(`/v1/inbox/conversations?profileId=${desk.profileId}&labelId=${labelId}`)).body
        .conversations as { id: string }[]
    ).map((one) => one.id)
  assert.deepEqual([await listed(customer), await listed(post)], [[id], []])
  const others = done(await desk.person.post('/v1/profiles', { name: 'Another' })).body.id
  const foreign = done(await desk.person.post('/v1/labels', { profileId: others, name: 'Foreign' }), 201).body.id
  refused(await change(id, { labelIds: [foreign] }), 400, 'validation_failed')
  done(await desk.person.post(`/v1/labels/${shipping}/merge`, { intoId: post }))
  assert.deepEqual([await listed(post)], [[id]])
  done(await desk.person.delete(`/v1/labels/${customer}`))
  assert.deepEqual(done(await viewer.get(`/v1/inbox/conversations/${id}`)).body.labelIds, [post])
  done(await change(id, { labelIds: [] }))
  assert.deepEqual(await listed(post), [])
})
