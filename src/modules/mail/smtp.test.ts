import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '#infra/log/log.ts'
import { createMailer } from '#infra/mail/mailer.ts'
import { minutes } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { smtpPassword, startSmtpServer } from '#test/servers/smtp-server.ts'

const wrongPassword = 'planted-Wrong-Passw0rd'

test('with SMTP_URL, an email is sent through that server with authentication to one address, and no file is written', async () => {
  await using server = await startSmtpServer()
  await using t = await startApp({ settings: { SMTP_URL: server.urlWith(smtpPassword) } })
  await t.as('ada')
  await t.settle()
  assert.deepEqual(
    server.received.map(({ to }) => to),
    [['ada@example.com']],
  )
  assert.match(server.received[0]?.message ?? '', /^Subject: Welcome to Posthorn/m)
  assert.deepEqual(await readdir(join(t.folder, 'outbox')).catch(() => []), [])
})

test('a second attempt to send an email has the same Message-ID, and headers that mark it as automatic and state its language', async () => {
  await using server = await startSmtpServer()
  const from = { MAIL_FROM: 'p@posthorn.example' }
  await using t = await startApp({ settings: { ...from, SMTP_URL: server.urlWith(wrongPassword) } })
  await t.as('ada')
  await t.settle()
  const { rows } = await sql<{ id: string }>`select id from job where name = 'mail.send'`.execute(t.db)
  await using mended = await startApp({ beside: t, settings: { ...from, SMTP_URL: server.urlWith(smtpPassword) } })
  await mended.advance(minutes(11))
  const { message = '' } = server.received[0] ?? {}
  assert.match(message, new RegExp(`^Message-ID: <${rows[0]?.id}@posthorn\\.example>\\r?$`, 'm'))
  assert.match(message, /^Auto-Submitted: auto-generated\r?$/m)
  assert.match(message, /<html lang=(?:3D)?"en">/)
})

test('if an SMTP server rejects the password, an email becomes a dead letter after six attempts; email works again once that is fixed', async () => {
  await using server = await startSmtpServer()
  await using t = await startApp({ settings: { SMTP_URL: server.urlWith(wrongPassword) } })
  await t.as('ada')
  await t.settle()
  for (let n = 0; n < 8; n++) await t.advance(minutes(11))
  assert.equal(server.attempts(), 6)
  assert.equal(server.received.length, 0)
  const { rows } = await sql<{
    name: string
    job: string
  }>`select name, row_to_json(j)::text as job from job j where failed_at is not null`.execute(t.db)
  assert.deepEqual(
    rows.map((row) => row.name),
    ['mail.send'],
  )
  assert.match(rows[0]?.job ?? '', /Invalid login/)
  const all = await sql<{ text: string }>`select row_to_json(j)::text as text from job j`.execute(t.db)
  for (const { text } of all.rows) assert.ok(!/planted|ada@example\.com/.test(text), text)

  await using mended = await startApp({ beside: t, settings: { SMTP_URL: server.urlWith(smtpPassword) } })
  const { email, password } = await t.as('ada')
  const { token } = (await t.anyone.post('/v1/auth/sign-in', { email, password })).body
  assert.equal((await t.withToken(token).post('/v1/auth/send-verification')).status, 201)
  await mended.settle()
  assert.equal(server.received.length, 1)
})

test('an SMTP server’s rejection is logged without the password', async () => {
  await using server = await startSmtpServer()
  const lines = new PassThrough().setEncoding('utf8')
  const log = createLog({ level: 'trace', destination: lines })
  const smtpUrl = server.urlWith(wrongPassword)
  const clock = { now: () => new Date('2027-01-13T12:00:00.000Z') }
  const mailer = createMailer({ smtpUrl, from: 'posthorn@example.com', outboxDir: '/nowhere', log, clock })
  await assert.rejects(
    mailer.send({ id: 'job', kind: 'welcome', to: 'ada@example.com', subject: 'x', text: 'x' }),
    (error: Error) => {
      log.error({ err: error, smtpUrl, job: 'mail.send' }, `a job failed: ${error.message} at ${smtpUrl}`)
      return true
    },
  )
  const written = String(lines.read())
  assert.match(written, /Invalid login/)
  const encoded = Buffer.from(`\0posthorn\0${wrongPassword}`).toString('base64')
  for (const secret of [wrongPassword, encoded]) assert.ok(!written.includes(secret), written)
})
