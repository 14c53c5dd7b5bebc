import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { inspect, promisify } from 'node:util'
import { createMailer } from './mailer.ts'

const clock = { now: () => new Date('2027-01-13T12:00:00.000Z') }
const from = 'Posthorn <posthorn@example.com>'
const mail = {
  id: 'job-1',
  kind: 'welcome',
  to: 'alice@example.com',
  subject: 'Hello',
  text: 'First line\nSecond line',
}

async function outbox(t: TestContext, options: { from?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-mail-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const outboxDir = join(folder, 'outbox')
  const logged: { details: Record<string, unknown>; message: string }[] = []
  const log = { info: (details: object, message: string) => void logged.push({ details: { ...details }, message }) }
  const mailer = createMailer({ smtpUrl: null, from, outboxDir, log, clock, ...options })
  const files = async () => (await readdir(outboxDir).catch(() => [])).sort()
  const read = async (name: string) => (await readFile(join(outboxDir, name))).toString()
  return { mailer, outboxDir, logged, files, read }
}

/** Returns the header lines of a message, each with its continuation lines. */
function headersOf(message: string): string[] {
  const [head = ''] = message.split('\r\n\r\n', 1)
  return head.split(/\r\n(?![ \t])/).map((line) => line.split(':', 1)[0]!.toLowerCase())
}

test('without SMTP_URL, an email becomes a private file named by time and template, and is logged without its recipient', async (t) => {
  const { mailer, outboxDir, logged, files, read } = await outbox(t)
  await mailer.send(mail)
  assert.deepEqual(await files(), ['2027-01-13T12-00-00.000Z-welcome.eml'])
  const [name = ''] = await files()
  assert.equal((await stat(join(outboxDir, name))).mode & 0o777, 0o600)
  const message = await read(name)
  assert.match(message, /^From: Posthorn <posthorn@example\.com>\r$/m)
  assert.match(message, /^To: alice@example\.com\r$/m)
  assert.match(message, /^Subject: Hello\r$/m)
  assert.match(message, /^Message-ID: <job-1@example\.com>\r$/m)
  assert.match(message, /^Auto-Submitted: auto-generated\r$/m)
  assert.match(message, /^Date: Wed, 13 Jan 2027 12:00:00 \+0000\r$/m)
  assert.match(message, /First line\r\nSecond line/)
  assert.equal(logged.length, 1)
  assert.deepEqual(logged[0]?.details, {
    event: 'mail.written_to_outbox',
    file: join(outboxDir, name),
  })
})

test('HTML is sent alongside the text', async (t) => {
  const { mailer, files, read } = await outbox(t)
  await mailer.send({ ...mail, html: '<p>Hello</p>' })
  const message = await read((await files())[0]!)
  assert.match(message, /multipart\/alternative/)
  assert.match(message, /<p>Hello<\/p>/)
})

test('simultaneous emails to the same person are all stored', async (t) => {
  const { mailer, files, read } = await outbox(t)
  await Promise.all(Array.from({ length: 12 }, (_, at) => mailer.send({ ...mail, text: `number ${at};` })))
  const names = await files()
  assert.equal(names.length, 12)
  const texts = await Promise.all(names.map(read))
  for (let at = 0; at < 12; at++) assert.equal(texts.filter((text) => text.includes(`number ${at};`)).length, 1)
})

for (const to of [
  '../../etc/passwd@example.com',
  'a/b@example.com',
  'a\u202eb@example.com',
  `${'x'.repeat(64)}@${'y'.repeat(250)}.com`,
]) {
  test(`the file stays in the outbox, whatever the recipient is: ${JSON.stringify(to).slice(0, 40)}`, async (t) => {
    const { mailer, outboxDir, logged, files } = await outbox(t)
    await mailer.send({ ...mail, to })
    assert.equal(dirname(String(logged[0]?.details.file)), outboxDir)
    assert.deepEqual(await files(), [basename(String(logged[0]?.details.file))])
    assert.deepEqual(await files(), ['2027-01-13T12-00-00.000Z-welcome.eml'])
  })
}

for (const kind of ['', '../welcome', 'alice@example.com', 'Welcome', 'a'.repeat(61)]) {
  test(`the kind ${JSON.stringify(kind)} is refused and nothing is written`, async (t) => {
    const { mailer, files } = await outbox(t)
    await assert.rejects(mailer.send({ ...mail, kind }), /small letters and hyphens/)
    assert.deepEqual(await files(), [])
  })
}

const badRecipients = [
  '',
  'alice',
  'alice@example.com\r\nBcc: eve@example.com',
  'alice@example.com\nBcc: eve@example.com',
  'alice@example.com, eve@example.com',
  'alice@example.com;eve@example.com',
  'Alice <alice@example.com>',
  'everyone: alice@example.com, eve@example.com;',
  'alice @example.com',
  'alice@example.com\0',
  'alice@ex\tample.com',
  '"a b"@example.com',
]
for (const to of badRecipients) {
  test(`the recipient ${JSON.stringify(to)} is refused and nothing is written`, async (t) => {
    const { mailer, files } = await outbox(t)
    await assert.rejects(mailer.send({ ...mail, to }), /not one plain address/)
    assert.deepEqual(await files(), [])
  })
}

for (const subject of [
  'x\r\nBcc: eve@example.com',
  'x\nBcc: eve@example.com',
  'x\rBcc: e@example.com',
  'x\0',
  'x'.repeat(999),
]) {
  test(`the subject ${JSON.stringify(subject).slice(0, 40)} is refused and nothing is written`, async (t) => {
    const { mailer, files } = await outbox(t)
    await assert.rejects(mailer.send({ ...mail, subject }), /must be one line/)
    assert.deepEqual(await files(), [])
  })
}

test('the headers do not depend on the subject or the text', async (t) => {
  const { mailer, files, read } = await outbox(t)
  await mailer.send(mail)
  await mailer.send({
    ...mail,
    subject: 'Ünïcode 🎺 \u2028Bcc: eve@example.com',
    text: '\r\n.\r\nBcc: eve@example.com\r\n',
  })
  const [one, two] = await Promise.all((await files()).map(read))
  assert.deepEqual(headersOf(two!), headersOf(one!))
})

test('an invalid sender address prevents the start', () => {
  for (const bad of ['', 'Posthorn', 'a@example.com\r\nBcc: b@example.com', 'P <a@example.com>, <b@example.com>']) {
    const make = () => createMailer({ smtpUrl: null, from: bad, outboxDir: '/nowhere', log: { info() {} }, clock })
    assert.throws(make, /MAIL_FROM is not an address\. Use a form such as/)
  }
})

test('nodemailer is not loaded before the first email', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-mail-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const program = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      if (name === 'nodemailer') console.log('nodemailer')
      return next(name, context)
    } })
    const { createMailer } = await import(${JSON.stringify(new URL('./mailer.ts', import.meta.url).href)})
    const clock = { now: () => new Date(0) }
    const options = { smtpUrl: null, from: 'a@example.com', outboxDir: process.argv[1], log: { info() {} }, clock }
    const mailer = createMailer(options)
    console.log('made')
    await mailer.send({ kind: 'welcome', to: 'a@example.com', subject: 'x', text: 'x' })`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, folder])
  assert.deepEqual(stdout.trim().split('\n'), ['made', 'nodemailer'])
})

/** A minimal SMTP server: accepts every command and records what it receives. */
async function smtpServer(t: TestContext, answerToRcpt = '250 ok') {
  const received: string[] = []
  const server = createServer((socket) => {
    let inData = false
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk
        .toString()
        .split('\r\n')
        .filter((text) => text !== '')) {
        received.push(line)
        if (inData) {
          if (line !== '.') continue
          inData = false
          socket.write('250 kept\r\n')
        } else if (/^DATA/i.test(line)) {
          inData = true
          socket.write('354 go on\r\n')
        } else if (/^RCPT/i.test(line)) socket.write(`${answerToRcpt}\r\n`)
        else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return { received, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('with SMTP_URL, an email is sent to that server for one recipient, and no file is written', async (t) => {
  const { received, url } = await smtpServer(t)
  const log = { info: () => assert.fail('nothing to log') }
  const mailer = createMailer({ smtpUrl: url, from, outboxDir: '/nowhere/at/all', log, clock })
  await mailer.send(mail)
  assert.ok(received.includes('MAIL FROM:<posthorn@example.com>'), received.join('\n'))
  assert.deepEqual(
    received.filter((line) => line.startsWith('RCPT')),
    ['RCPT TO:<alice@example.com>'],
  )
  assert.ok(received.includes('Subject: Hello'))
  assert.ok(received.includes('Date: Wed, 13 Jan 2027 12:00:00 +0000'))
})

test('an email that the server rejects is an error, which does not name the recipient', async (t) => {
  const { url } = await smtpServer(t, '550 no such person: <alice@example.com>, Alice@example.com')
  const mailer = createMailer({ smtpUrl: url, from, outboxDir: '/nowhere', log: { info() {} }, clock })
  await assert.rejects(mailer.send({ ...mail, to: 'Alice@example.com' }), (error: Error) => {
    assert.match(error.message, /recipients were rejected: 550 no such person: <the recipient>/)
    assert.deepEqual([Reflect.get(error, 'code'), Reflect.get(error, 'responseCode')], ['EENVELOPE', 550])
    assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /alice/i)
    return true
  })
})
