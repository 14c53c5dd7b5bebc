import type { RefusalCode } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { refusals as german } from '#rules/german/refusals.ts'

/** Says on a page that the service makes itself why something was refused. `message` is the English sentence. */
export function sayRefusal(
  { code, message }: { readonly code: RefusalCode; readonly message: string },
  language: Language,
): string {
  switch (language) {
    case 'en':
      return message
    case 'de':
      return german[code] ?? 'Etwas ist schiefgegangen.'
    default:
      return language satisfies never
  }
}
