import type { InEvery, Language } from '#kernel/language.ts'
import type { Alert, AlertKind, Severity } from '#modules/alerts/index.ts'
import { alertSentences, alertTitles } from '#rules/german/alerts.ts'

interface Words {
  readonly kinds: Readonly<Record<AlertKind | 'by_hand', string>>
  readonly severities: Readonly<Record<Severity, string>>
  readonly sentences: Readonly<Record<AlertKind, (subject: string) => string>>
}

/** In English, an alert has its words already. Its mail names the kind as the API does. */
const words: InEvery<Words | null> = {
  en: null,
  de: {
    kinds: alertTitles,
    severities: { info: 'Hinweis', warning: 'Warnung', critical: 'kritisch' },
    sentences: alertSentences,
  },
}

/** Returns what the mail about an alert says. The words of an administrator who raised one stay as they are. */
export function sayAlert(
  { kind, severity, subject, message, raisedBy }: Pick<Alert, 'kind' | 'severity' | 'subject' | 'message' | 'raisedBy'>,
  language: Language,
) {
  const known = words[language]
  if (known === null) return { kind, severity, message }
  const kinds: Readonly<Record<string, string>> = known.kinds
  const sentences: Readonly<Record<string, (subject: string) => string>> = known.sentences
  return {
    kind: kinds[kind] ?? kind,
    severity: known.severities[severity as Severity],
    message: raisedBy === null ? (sentences[kind]?.(subject ?? '') ?? message) : message,
  }
}
