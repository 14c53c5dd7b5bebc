import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import { fromWire, toWire } from '#kernel/ids.ts'
import { openTicket } from '#modules/alerts/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done, refused } from '#test/world/people.ts'

let t: TestApp
let root: Person
let ada: Person
before(async () => {
  t = await startApp()
  root = await t.as('root')
  ada = await t.as('ada')
})
after(() => t[Symbol.asyncDispose]())

const subject = 'post_01kajv4z00e008000000000001'
async function report(): Promise<string> {
  const uid = fromWire('usr', ada.uid)
  assert.ok(uid)
  const id = await inTx(t.db, (tx) =>
    openTicket(tx, {
      at: t.now(),
      kind: 'post_stuck',
      subject,
      ownerUid: uid,
      reporterUid: uid,
      message: 'It is stuck.',
    }),
  )
  assert.ok(id)
  return toWire('tkt', id)
}

test('200: a ticket is assigned, annotated, replied to by email and closed, each with an audit entry', async () => {
  const id = await report()
  const { tickets } = done(await root.get('/v1/admin/support?status=open')).body
  assert.deepEqual([tickets.length, tickets[0].id, tickets[0].subject], [1, id, subject])
  const triage = (body: object) => root.post(`/v1/admin/support/${id}/triage`, body)
  const taken = done(await triage({ status: 'waiting', note: 'Asked X.', assigneeUid: root.uid })).body
  assert.deepEqual([taken.status, taken.note, taken.assigneeUid, taken.answer], ['waiting', 'Asked X.', root.uid, null])
  const closed = done(await triage({ status: 'closed', answer: 'X was down. Your post is published now.' })).body
  assert.deepEqual(
    [closed.status, closed.answer, closed.answeredAt !== null],
    ['closed', 'X was down. Your post is published now.', true],
  )
  const mail = (await mailsTo(t, ada.email)).find((one) => one.subject === `Your report about ${subject}`)
  assert.match(mail?.text ?? '', /X was down\. Your post is published now\./)
  const entries = await t.db
    .selectFrom('auditEntry')
    .select(['auditEntry.changes'])
    .where('auditEntry.action', '=', 'ticket.triaged')
    .orderBy('auditEntry.id')
    .execute()
  assert.deepEqual(
    entries.map(({ changes }) => Object.keys(changes).sort()),
    [
      ['assigneeUid', 'note', 'status'],
      ['answer', 'status'],
    ],
  )
})

test('400: a ticket can be assigned only to staff; 404: an unknown ticket', async () => {
  const id = await report()
  const answer = await root.post(`/v1/admin/support/${id}/triage`, { assigneeUid: ada.uid })
  refused(answer, 400, 'validation_failed')
  refused(await root.post('/v1/admin/support/tkt_01kajv4z00e008000000000001/triage', {}), 404, 'ticket_not_found')
})

test('400: a closed ticket stays closed while another about the same subject is open', async () => {
  const { tickets } = done(await root.get('/v1/admin/support?status=open')).body
  for (const { id } of tickets) done(await root.post(`/v1/admin/support/${id}/triage`, { status: 'closed' }))
  const older = await report()
  const triage = (body: object) => root.post(`/v1/admin/support/${older}/triage`, body)
  done(await triage({ status: 'closed' }))
  const newer = await report()
  const answer = await triage({ status: 'open', note: 'Again.' })
  refused(answer, 400, 'validation_failed')
  assert.deepEqual([answer.body.errors[0].path, answer.body.errors[0].code], ['/status', 'other_ticket_open'])
  assert.equal(done(await triage({})).body.note, null, 'nothing of the refused request is kept')
  done(await root.post(`/v1/admin/support/${newer}/triage`, { status: 'closed' }))
  assert.equal(done(await triage({ status: 'open' })).body.status, 'open')
})
