import type { TelegramMessage } from '../bot-api/updates.ts'

export const wordsOf = ({ text, caption }: TelegramMessage): string => (text ?? caption ?? '').trim()

export const hasFiles = ({ photo, video, animation, document }: TelegramMessage): boolean =>
  Boolean(photo ?? video ?? animation ?? document)
