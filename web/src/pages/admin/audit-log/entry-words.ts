import type { Item } from '@posthorn/sdk'
import { readPlatform } from '#rules/network-names.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'

export type Entry = Item<'listAuditLog', 'entries'>

/** "Queue paused", of `queue.paused`. Actions are named in English, as in the API. */
export function sayAction(action: string): string {
  const words = action.replaceAll(/[._-]/g, ' ')
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/^Api\b/, 'API')
}

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
