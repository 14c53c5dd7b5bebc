import type { RefusalCode } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { refusals as german } from '#rules/german/refusals.ts'

/** Renders a page that states why something was refused. `message` is the English sentence. */
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
