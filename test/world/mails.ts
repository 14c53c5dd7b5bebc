import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from '../harness/app.ts'

interface ReadMail {
  readonly subject: string
  readonly text: string
  /** The email as sent. */
  readonly raw: string
  /** The token of its link, or on its own line, or empty. */
  readonly token: string
}

/** Sends all pending email and returns the emails for this address, oldest first. */
export async function mailsTo(t: TestApp, address: string): Promise<ReadMail[]> {
  await t.settle()
  const folder = join(t.folder, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.eml$/.test(name))
  const mails = await Promise.all(names.map((name) => readWithTime(join(folder, name))))
  return mails
    .sort((a, b) => Number(a.writtenAt - b.writtenAt))
    .map(({ raw }) => ({ raw, text: plain(raw) }))
    .filter(({ text }) => text.includes(`\r\nTo: ${address}\r\n`))
    .map(({ raw, text }) => ({
      raw,
      subject: /^Subject: (.*)\r$/m.exec(text)?.[1] ?? '',
      text,
      token: /^(?:https?:\S+#)?([\w-]{43})\r$/m.exec(text)?.[1] ?? '',
    }))
}

/** Reads an email and when it was actually written: many emails of a test have the same time by its clock. */
const readWithTime = async (file: string) => ({
  raw: await readFile(file, 'utf8'),
  writtenAt: (await stat(file, { bigint: true })).mtimeNs,
})

/** Returns an email as its reader sees it: without transport line breaks, and with its non-ASCII characters. */
function plain(message: string): string {
  const [head = '', ...rest] = message.split(/(?=\r\n\r\n)/)
  const unfolded = head.replaceAll('?=\r\n =?', '?= =?').replaceAll('\r\n ', ' ')
  const words = unfolded.replace(/(?:=\?UTF-8\?Q\?[^?]*\?= ?)+/gi, (all) =>
    all.replace(/=\?UTF-8\?Q\?([^?]*)\?= ?/gi, '$1').replaceAll('_', ' '),
  )
  return Buffer.from(decode([words, ...rest].join('').replaceAll('=\r\n', '')), 'latin1').toString('utf8')
}

const decode = (text: string): string =>
  text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
