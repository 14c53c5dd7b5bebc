import type { Item } from '@posthorn/sdk'
import { readPlatform } from '#rules/network-names.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'

export type Entry = Item<'listAuditLog', 'entries'>

/** Names the network of an entry. Null if the entry is not about one. */
export function findNetwork({ action, subject }: Entry): string | null {
  const network = /^(queue|platform)\./.test(action) ? readPlatform(subject) : null
  return network && networks[network].name
}

/** Formats a value of a changed field. Null if there was none. */
export function sayValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
