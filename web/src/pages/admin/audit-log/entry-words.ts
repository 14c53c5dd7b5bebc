import type { Item } from '@posthorn/sdk'
import { readPlatform } from '#rules/network-names.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'

export type Entry = Item<'listAuditLog', 'entries'>

/** Names the network that an entry is about; null for an entry about something else. */
export function findNetwork({ action, subject }: Entry): string | null {
  const network = /^(queue|platform)\./.test(action) ? readPlatform(subject) : null
  return network && networks[network].name
}

/** Writes a value of a changed field for reading; null where there was none. */
export function sayValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
