import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import ICAL from 'ical.js'
import { days } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { unzip } from '#test/world/files/unzip.ts'
import { grant } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let editor: Person
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  editor = await t.as('eve')
  await grant(w.person, w.profileId, editor, 'editor')
})
after(() => t[Symbol.asyncDispose]())

interface Note {
  readonly id: string
  readonly text: string
  readonly fromDate: string
  readonly toDate: string
  readonly labelId: string | null
  readonly version: number
}

const send = (more: object = {}) =>
  editor.post('/v1/calendar-notes', { profileId: w.profileId, text: 'Sale', fromDate: '2026-12-01', ...more })

async function write(more: object = {}): Promise<Note> {
  const { status, body, text } = await send(more)
  assert.equal(status, 201, text)
  return body
}

const listed = async (query: string): Promise<string[]> =>
  (await editor.get(`/v1/calendar-notes?profileId=${w.profileId}${query}`)).body.notes.map(({ text }: Note) => text)

const label = async (name: string): Promise<string> =>
  (await w.person.post('/v1/labels', { profileId: w.profileId, name })).body.id

test('a note is listed for every period that has one of its days, by first day and in pages', async () => {
  await write({ text: 'long', fromDate: '2030-01-30', toDate: '2030-02-02' })
  await write({ text: 'short', fromDate: '2030-02-01' })
  await write({ text: 'early', fromDate: '2030-01-05' })
  assert.deepEqual(await listed('&from=2030-01-01&to=2030-12-31'), ['early', 'long', 'short'])
  assert.deepEqual(await listed('&from=2030-02-01&to=2030-02-28'), ['long', 'short'])
  assert.deepEqual(await listed('&from=2030-02-02'), ['long'])
  assert.deepEqual(await listed('&from=2030-01-06&to=2030-01-29'), [])
  const path = `/v1/calendar-notes?profileId=${w.profileId}&from=2030-01-01&limit=2`
  const { body: first } = await editor.get(path)
  const { body: second } = await editor.get(`${path}&cursor=${first.nextCursor}`)
  const texts = [first, second].map(({ notes }) => notes.map(({ text }: Note) => text))
  assert.deepEqual([texts, second.hasMore], [[['early', 'long'], ['short']], false])
})

test('days stay as they were written, wherever the brand and the reader are', async () => {
  await w.person.patch(`/v1/profiles/${w.profileId}`, { timezone: 'Pacific/Kiritimati' })
  const { id, fromDate, toDate } = await write({ fromDate: '2026-12-31', toDate: '2027-01-01' })
  assert.deepEqual([fromDate, toDate], ['2026-12-31', '2027-01-01'])
  await w.person.patch(`/v1/profiles/${w.profileId}`, { timezone: 'Pacific/Pago_Pago' })
  const { body } = await w.person.get(`/v1/calendar-notes/${id}`)
  assert.deepEqual([body.fromDate, body.toDate], ['2026-12-31', '2027-01-01'])
})

test('of two editors who change one version of a note, the later one is refused', async () => {
  const { id } = await write()
  const { headers } = await w.person.get(`/v1/calendar-notes/${id}`)
  const ifMatch = { headers: { 'if-match': headers.etag ?? '' } }
  const changed = await editor.patch(`/v1/calendar-notes/${id}`, { text: 'Winter sale' }, ifMatch)
  assert.deepEqual([changed.body.text, changed.body.version], ['Winter sale', 2])
  assert.equal((await w.person.patch(`/v1/calendar-notes/${id}`, { text: 'Late' }, ifMatch)).status, 412)
  assert.equal((await w.person.delete(`/v1/calendar-notes/${id}`, undefined, ifMatch)).status, 412)
  const { body: log } = await w.person.get('/v1/auth/me/audit-log')
  assert.match(JSON.stringify(log), /calendar_note\.updated/)
  assert.equal((await editor.delete(`/v1/calendar-notes/${id}`)).status, 200)
  assert.equal((await editor.get(`/v1/calendar-notes/${id}`)).body.code, 'calendar_note_not_found')
})

test('400: days in the wrong order, too far apart or in no calendar are refused where they are', async () => {
  const refused = async (answer: ReturnType<typeof send>, path: string) => {
    const { status, body } = await answer
    assert.deepEqual([status, body.errors?.[0]?.path], [400, path])
  }
  await refused(send({ toDate: '2026-11-30' }), '/toDate')
  await refused(send({ toDate: '2028-01-01' }), '/toDate')
  for (const fromDate of ['2026-02-30', '0000-01-01', '9999-12-31', '2026-12-01T00:00:00Z'])
    await refused(send({ fromDate }), '/fromDate')
  await refused(send({ text: ' \n ' }), '/text')
  await refused(send({ text: 'x'.repeat(501) }), '/text')
  const { id } = await write()
  await refused(editor.patch(`/v1/calendar-notes/${id}`, { fromDate: '2026-12-02' }), '/toDate')
  const elsewhere = await connectBoth(t)
  const foreign = await elsewhere.person.post('/v1/labels', { profileId: elsewhere.profileId, name: 'Theirs' })
  await refused(send({ labelId: foreign.body.id }), '/labelId')
})

test('a note follows its label into another one, and stays when that is deleted', async () => {
  const [sale, winter] = [await label('Sale'), await label('Winter')]
  const { id, labelId } = await write({ labelId: sale })
  assert.equal(labelId, sale)
  await w.person.post(`/v1/labels/${sale}/merge`, { intoId: winter })
  assert.equal((await editor.get(`/v1/calendar-notes/${id}`)).body.labelId, winter)
  await w.person.delete(`/v1/labels/${winter}`)
  assert.equal((await editor.get(`/v1/calendar-notes/${id}`)).body.labelId, null)
  await t.settle()
  assert.equal((await editor.get(`/v1/calendar-notes/${id}`)).body.labelId, null)
})

test('a calendar feed has notes as all-day events, and with a label only those that have it', async () => {
  const at = (ms: number) => new Date(t.now().getTime() + ms).toISOString().slice(0, 10)
  const tips = await label('Tips')
  const fair = await write({ text: 'Fair, hall 3;\nbring flyers', fromDate: at(days(3)), toDate: at(days(5)) })
  const tip = await write({ text: 'Tip', fromDate: at(days(4)), labelId: tips })
  const old = await write({ text: 'Old', fromDate: at(-days(120)) })
  const feed = await editor.post(`/v1/profiles/${w.profileId}/calendar-feeds`)
  const { pathname } = new URL(feed.body.url)
  const read = async (query = '') => {
    const { text } = await t.anyone.get(`${pathname}${query}`)
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    return new Map(events.map((event) => new ICAL.Event(event)).map((event) => [event.uid.split('@')[0], event]))
  }
  const all = await read()
  const event = all.get(fair.id)
  assert.deepEqual([event?.summary, event?.description], ['Fair, hall 3;', 'Fair, hall 3;\nbring flyers'])
  assert.deepEqual([event?.startDate.isDate, event?.startDate.toString()], [true, at(days(3))])
  assert.equal(event?.endDate.toString(), at(days(6)))
  assert.ok(!all.has(old.id))
  const labelled = await read('?label=tips')
  assert.deepEqual([labelled.has(tip.id), labelled.has(fair.id)], [true, false])
  await editor.patch(`/v1/calendar-notes/${fair.id}`, { text: 'Fair' })
  assert.ok(((await read()).get(fair.id)?.sequence ?? 0) > (event?.sequence ?? 0))
})

test('a person’s export has their notes, and the notes of a deleted person stay', async () => {
  const leaver = await t.as('lea')
  await grant(w.person, w.profileId, leaver, 'editor')
  const body = { profileId: w.profileId, text: 'Written by Lea', fromDate: '2026-12-01' }
  const { body: note } = await leaver.post('/v1/calendar-notes', body)
  const { bytes } = await leaver.get('/v1/auth/me/export')
  const exported = [...(await unzip(bytes)).entries()].find(([name]) => name.includes('calendar_note'))?.[1].toString()
  assert.match(exported ?? '', /Written by Lea/)
  assert.equal((await leaver.delete('/v1/auth/me')).status, 200)
  await t.settle()
  const { body: left } = await editor.get(`/v1/calendar-notes/${note.id}`)
  assert.deepEqual([left.text, left.createdByUid], ['Written by Lea', null])
})
