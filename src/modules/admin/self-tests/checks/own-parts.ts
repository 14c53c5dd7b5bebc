import { createHmac, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { oldestServer, serverVersion } from '#infra/db/server-version.ts'
import { minutes, seconds } from '#kernel/clock.ts'
import { createWebhookHttp, newSecret, signedHeaders } from '#modules/webhooks/index.ts'
import type { Finding, SelfTest, SelfTestDeps } from '../deps.ts'
import { readDatabaseTime, readEcho, readWaitingJobs } from '../store.ts'

const patienceMs = minutes(5)
const farClockMs = seconds(1)

export const ownParts: readonly SelfTest[] = [
  { name: 'database', about: 'The database stores and returns a row.', run: tryDatabase },
  { name: 'storage', about: 'Storage saves a file and returns the same bytes.', run: tryStorage },
  { name: 'queue', about: 'Nothing has been waiting in the queue for more than five minutes.', run: tryQueue },
  { name: 'mail', about: 'The mail server accepts the login, or the outbox is writable.', run: tryMail },
  { name: 'clock', about: 'This process and the database agree on the time within a second.', run: tryClock },
  { name: 'embedded-server', about: 'The database server is recent enough. Reports who manages it.', run: tryServer },
]

async function tryDatabase({ db }: SelfTestDeps): Promise<Finding> {
  const word = randomBytes(8).toString('hex')
  const { readsOnly, word: back } = await readEcho(db, word)
  if (readsOnly)
    return {
      ok: false,
      code: 'database_reads_only',
      detail: 'The database is read-only. Connect to the primary server.',
    }
  return back === word
    ? { ok: true, code: 'database_works', detail: 'The database is responding and writable.' }
    : { ok: false, code: 'database_returns_else', detail: 'The database returned different data than it was given.' }
}

async function tryStorage({ storage, scratch }: SelfTestDeps): Promise<Finding> {
  const bytes = randomBytes(1_024)
  const key = `incoming/${randomBytes(16).toString('hex')}`
  const path = await scratch.newPath()
  await writeFile(path, bytes)
  try {
    await storage.putFile(key, path, 'application/octet-stream')
    const back = await buffer(await storage.read(key))
    return back.equals(bytes)
      ? {
          ok: true,
          code: 'storage_works',
          detail: `${storage.kind === 's3' ? 'The bucket' : 'The folder of media'} stores and returns files.`,
        }
      : {
          ok: false,
          code: 'storage_returns_else',
          detail: 'Storage returned different data than it was given. Check the disk or bucket.',
        }
  } finally {
    await storage.remove(key)
    await rm(path, { force: true })
  }
}

async function tryQueue({ db, clock }: SelfTestDeps): Promise<Finding> {
  const { waiting, oldest } = await readWaitingJobs(db)
  const ageMs = oldest === null ? 0 : clock.now().getTime() - oldest.getTime()
  const detail = `${waiting} jobs are due. The oldest has been waiting ${Math.round(ageMs / 1_000)} s.`
  return ageMs < patienceMs
    ? { ok: true, code: 'queue_moves', detail }
    : { ok: false, code: 'queue_stands', detail: `${detail} Start a worker.` }
}

async function tryMail({ mailer, config }: SelfTestDeps): Promise<Finding> {
  const where = config.smtpUrl === null ? 'The outbox in DATA_DIR is writable.' : 'Connected to the mail server.'
  try {
    await mailer.probe()
    return { ok: true, code: 'mail_works', detail: where }
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    const why = typeof code === 'string' ? ` (${code})` : ''
    return {
      ok: false,
      code: 'mail_refused',
      detail: `Email can’t be sent${why}. Check SMTP_URL or the permissions on DATA_DIR/outbox.`,
    }
  }
}

async function tryClock({ db, clock }: SelfTestDeps): Promise<Finding> {
  const offMs = Math.abs((await readDatabaseTime(db)).getTime() - clock.now().getTime())
  const detail = `The clocks are ${offMs} ms apart.`
  return offMs <= farClockMs
    ? { ok: true, code: 'clocks_agree', detail }
    : { ok: false, code: 'clocks_differ', detail: `${detail} Synchronize both with NTP.` }
}

async function tryServer({ db, config }: SelfTestDeps): Promise<Finding> {
  const { number, name } = await serverVersion(db)
  const whose = config.database === null ? 'embedded in this installation' : 'configured in DATABASE_URL'
  return number >= oldestServer.number
    ? { ok: true, code: 'server_new_enough', detail: `PostgreSQL ${name}, ${whose}.` }
    : { ok: false, code: 'server_too_old', detail: `PostgreSQL ${name} is too old. Use ${oldestServer.name} or newer.` }
}

interface Received {
  readonly body: string
  readonly signature: string
}

/** Sends a signed webhook to a receiver in this process, and verifies the signature as a receiver would. */
export const webhookLoopback: SelfTest = {
  name: 'webhook-loopback',
  about: 'A signed webhook arrives intact at a receiver in this process.',
  async run({ clock }): Promise<Finding> {
    const received = Promise.withResolvers<Received>()
    const server = createServer(async (request, response) => {
      const body = await text(request)
      response.writeHead(204).end()
      received.resolve({ body, signature: String(request.headers['x-service-signature']) })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const http = createWebhookHttp({ allowPrivateWebhooks: true, sandbox: null })
    try {
      const secret = newSecret()
      const body = JSON.stringify({ type: 'webhook.test' })
      const { body: answer } = await http.stream({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        method: 'POST',
        headers: signedHeaders({
          id: 'evt_selftest',
          type: 'webhook.test',
          body,
          at: clock.now(),
          secrets: { current: secret, previous: [] },
        }),
        body,
        timeoutMs: seconds(5),
        maxBytes: 1_024,
      })
      answer.resume()
      const got = await received.promise
      const expected = `sha256=${createHmac('sha256', secret).update(got.body).digest('hex')}`
      return got.body === body && got.signature === expected
        ? { ok: true, code: 'webhook_whole', detail: 'The webhook arrived intact with a valid signature.' }
        : {
            ok: false,
            code: 'webhook_changed',
            detail: 'The webhook was modified in transit. Check proxies between processes.',
          }
    } finally {
      await http.close()
      server.closeAllConnections()
      server.close()
    }
  },
}
