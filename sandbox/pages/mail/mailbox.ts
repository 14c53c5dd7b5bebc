import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mail, parseMail } from './parse-mail.ts'

/** The emails in a folder, which the service writes as files if it has no mail server. */
export interface Mailbox {
  /** Returns the newest emails with their names, newest first. */
  newest(limit: number): readonly { readonly name: string; readonly mail: Mail }[]
  find(name: string): Mail | null
}

export function openMailbox(folder: string): Mailbox {
  // A file never changes once it has its final name.
  const parsed = new Map<string, Mail>()
  const names = (): readonly string[] => {
    try {
      return readdirSync(folder).filter((name) => name.endsWith('.eml'))
    } catch {
      return []
    }
  }
  const read = (name: string): Mail => {
    const mail = parsed.get(name) ?? parseMail(readFileSync(join(folder, name)))
    parsed.set(name, mail)
    return mail
  }
  return {
    newest: (limit) =>
      names()
        .toSorted()
        .toReversed()
        .slice(0, limit)
        .map((name) => ({ name, mail: read(name) })),
    find: (name) => (names().includes(name) ? read(name) : null),
  }
}
