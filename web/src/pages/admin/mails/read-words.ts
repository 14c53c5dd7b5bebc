import { currentLanguage } from '#web/i18n/index.ts'
import type { Parts, Template } from './use-mails.ts'

interface Words {
  readonly parts: Parts
  /** Undefined for the words of an administrator, which may be in any language. */
  readonly language: string | undefined
}

/** Reads the words of a mail: those of an administrator, or the built-in ones in the language of the page. */
export function readWords({ subject, text, html, isChanged, translations }: Template): Words {
  const own = { subject, text, html }
  if (isChanged) return { parts: own, language: undefined }
  const language = currentLanguage()
  const translated = translations[language]
  return translated ? { parts: translated, language } : { parts: own, language: 'en' }
}
