import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

const smtpUser = 'posthorn'
export const smtpPassword = 'planted-Smtp-Passw0rd'

/** Starts a real SMTP server on loopback that accepts mail from clients with the password. */
export async function startSmtpServer() {
  const received: { readonly to: readonly string[]; readonly message: string }[] = []
  let attempts = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: false,
    onAuth(auth, _session, done) {
      attempts += 1
      if (auth.username === smtpUser && auth.password === smtpPassword) done(null, { user: smtpUser })
      else done(new Error('Invalid username or password'))
    },
    onData(stream, session, done) {
      text(stream).then((message) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message })
        done()
      }, done)
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    received,
    attempts: () => attempts,
    urlWith: (password: string) => `smtp://${smtpUser}:${password}@127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
