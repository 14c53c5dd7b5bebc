import { cleanName } from '#kernel/text/one-line.ts'
import type { TelegramChat } from '../bot-api/updates.ts'

const maxTitle = 200

/** Returns the name of a group, or of the person of a private chat. */
export function titleOf({ title, first_name: first, last_name: last }: TelegramChat): string {
  const name = title ?? [first, last].filter(Boolean).join(' ')
  return cleanName(name, maxTitle) || 'Telegram chat'
}
