import type { TelegramMessage } from '../bot-api/updates.ts'

export const wordsOf = ({ text, caption }: TelegramMessage): string => (text ?? caption ?? '').trim()

/** Returns the words for a post: without the command that makes one of them. */
export const contentOf = (message: TelegramMessage): string => wordsOf(message).replace(/^\/new(?:@\w+)?(?:\s+|$)/i, '')

export const hasFiles = ({ photo, video, animation, document }: TelegramMessage): boolean =>
  Boolean(photo ?? video ?? animation ?? document)
