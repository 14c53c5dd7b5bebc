import { randomBytes } from 'node:crypto'
import { link, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { keepOwner } from '#infra/files/keep-owner.ts'
import type { Clock } from '#kernel/clock.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'

interface Mail {
  /** The same for each attempt to send this email, so that a reader who gets two copies sees one. */
  readonly id: string
  /** The name of its template, which is part of its file name in the outbox. */
  readonly kind: string
  /** One plain address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** PNGs that the HTML shows as `cid:<name>`. */
  readonly images?: Readonly<Record<string, Buffer>>
  /** The URL for one-click unsubscribing by POST, for the button in mail programs (RFC 8058). */
  readonly unsubscribeUrl?: string
}

interface MailerOptions {
  readonly smtpUrl: string | null
  /** An address, or `Name <address>`. */
  readonly from: string
  readonly outboxDir: string
  readonly log: { info(details: object, message: string): void }
  readonly clock: Clock
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Signs in to the mail server without sending anything, or creates the outbox. Throws on failure. */
  probe(): Promise<void>
}

const smtpTimeoutMs = 20_000
const maxSubjectLength = 998
const plainAddress = /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\"]{1,255}$/
const control = /\p{Cc}/u

/**
 * Sends email by SMTP. If no server is configured, each email becomes a file that the operator can open. Addresses are
 * passed to nodemailer as objects, never as header text, and anything that could begin a new header line is refused
 * beforehand.
 */
export function createMailer(options: MailerOptions): Mailer {
  const from = readFrom(options.from)
  const transport = once(() => openTransport(options.smtpUrl))

  return {
    async probe() {
      if (options.smtpUrl === null) await makeOutbox(options.outboxDir)
      else await (await transport()).verify()
    },
    async send(mail) {
      requireSafe(mail)
      const at = options.clock.now()
      const { sendMail } = await transport()
      const message = await sendMail({
        from,
        messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        ...(mail.html === undefined ? {} : { html: mail.html }),
        attachments: Object.entries(mail.images ?? {}).map(attachInline),
        ...(mail.unsubscribeUrl === undefined ? {} : { list: { unsubscribe: mail.unsubscribeUrl } }),
        headers: {
          // Out-of-office programs do not reply to such emails (RFC 3834).
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribeUrl === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        date: at,
        envelope: { from: from.address, to: [mail.to] },
        disableFileAccess: true,
        disableUrlAccess: true,
      }).catch((error: unknown) => {
        throw withoutRecipient(error, mail.to)
      })
      if (options.smtpUrl !== null) return
      const file = await writeNew(options.outboxDir, fileStem(at, mail.kind), message)
      options.log.info(
        { event: 'mail.written_to_outbox', file },
        'Email written to the outbox because SMTP_URL is not set',
      )
    },
  }
}

const attachInline = ([cid, content]: [string, Buffer]) => ({
  cid,
  content,
  filename: `${cid}.png`,
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
})

/** Loads nodemailer with the first email, because many processes never send one. */
async function openTransport(smtpUrl: string | null) {
  const { createTransport } = await import('nodemailer')
  if (smtpUrl === null) {
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    return {
      sendMail: async (mail: object) => asBuffer((await composer.sendMail(mail)).message),
      verify: async () => {},
    }
  }
  const smtp = createTransport({
    url: smtpUrl,
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
  })
  return {
    sendMail: async (mail: object) => {
      await smtp.sendMail(mail)
      return Buffer.alloc(0)
    },
    verify: async () => void (await smtp.verify()),
  }
}

function asBuffer(message: unknown): Buffer {
  if (Buffer.isBuffer(message)) return message
  throw new Error('The mail was not composed into a buffer.')
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

function readFrom(from: string): { name: string; address: string } {
  const named = /^(?<name>[^<>]*)<(?<address>[^<>]*)>$/.exec(from.trim())?.groups
  const name = (named?.name ?? '').trim().replace(/^"(.*)"$/, '$1')
  const address = named?.address ?? from.trim()
  if (control.test(from) || !plainAddress.test(address)) {
    throw new Error(
      `MAIL_FROM is not an address. Use a form such as posthorn@example.com or Posthorn <posthorn@example.com>.`,
    )
  }
  return { name, address }
}

/**
 * Returns a mail server's message without the recipient, which servers quote, because the error is logged and stored.
 */
function withoutRecipient(error: unknown, to: string): unknown {
  if (!(error instanceof Error)) return error
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const hide = (text: string) => text.replaceAll(to, 'the recipient').replaceAll(to.toLowerCase(), 'the recipient')
  const known = omitUndefined({ code, responseCode, command: command && hide(command) })
  return Object.assign(new Error(hide(error.message)), known)
}

function requireSafe(mail: Mail): void {
  if (!plainAddress.test(mail.to) || control.test(mail.to)) {
    throw new Error('The recipient of a mail is not one plain address like name@example.com.')
  }
  if (control.test(mail.subject) || mail.subject.length > maxSubjectLength) {
    throw new Error(`The subject of an email must be one line of at most ${maxSubjectLength} characters.`)
  }
  if (!/^[a-z][a-z-]{0,59}$/.test(mail.kind)) throw new Error('The kind of a mail must be small letters and hyphens.')
  if (!/^[\w.-]{1,128}$/.test(mail.id)) throw new Error('The id of a mail has characters that no Message-ID may have.')
}

/**
 * Returns a file name such as `2027-01-13T12-00-00.000Z-welcome`. It sorts by time and is valid on every file system.
 * It does not contain the recipient, because the file name is logged.
 */
const fileStem = (at: Date, kind: string) => `${at.toISOString().replaceAll(':', '-')}-${kind}`

async function makeOutbox(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await keepOwner(folder)
}

/**
 * Writes a file completely or not at all, and never overwrites another email: the finished draft is linked to the first
 * free name.
 */
async function writeNew(folder: string, stem: string, message: Buffer): Promise<string> {
  await makeOutbox(folder)
  const draft = join(folder, `.${randomBytes(8).toString('hex')}.draft`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(message)
    await file.sync()
    await keepOwner(draft)
    for (let copy = 1; ; copy++) {
      const path = join(folder, copy === 1 ? `${stem}.eml` : `${stem}-${copy}.eml`)
      if (await linked(draft, path)) return path
    }
  } finally {
    await file.close()
    await unlink(draft)
  }
}

async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
