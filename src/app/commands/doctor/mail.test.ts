import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { openRoom } from '#test/harness/process.ts'

const password = 'a-word-of-the-mail-server'

/** Starts a mail server that accepts or refuses every login. */
async function startMailServer(t: TestContext, loginReply: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 mail\r\n')
    socket.on('data', (chunk) => {
      const line = chunk.toString()
      if (line.startsWith('EHLO')) socket.write('250-mail\r\n250 AUTH PLAIN\r\n')
      else if (line.startsWith('AUTH')) socket.write(`${loginReply}\r\n`)
      else socket.end('221 bye\r\n')
    })
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return `smtp://posthorn:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('signs in to the mail server, and reports what is wrong without revealing the password', async (t) => {
  await using room = await openRoom()
  const refusing = await startMailServer(t, '535 5.7.8 no')
  const accepting = await startMailServer(t, '235 welcome')
  const nowhere = `smtp://posthorn:${password}@127.0.0.1:1`
  const [none, refused, accepted, unreachable] = await Promise.all([
    room.ask(['doctor']),
    ...[refusing, accepting, nowhere].map((url) => room.ask(['doctor'], { SMTP_URL: url })),
  ])
  assert.match(none.out, /^ok {4}mail +SMTP_URL is not set, so each email is written to a file in DATA_DIR\/outbox\.$/m)
  assert.match(refused?.out ?? '', /^FAULT mail +The mail server rejected the user or password\. Check SMTP_URL\.$/m)
  assert.match(accepted?.out ?? '', /^ok {4}mail +The mail server accepted the login\.$/m)
  assert.match(unreachable?.out ?? '', /^FAULT mail +The mail server cannot be used \(E[A-Z]+\)\. Check the host/m)
  for (const asked of [refused, accepted, unreachable]) assert.ok(!`${asked?.out}${asked?.err}`.includes(password))
})
