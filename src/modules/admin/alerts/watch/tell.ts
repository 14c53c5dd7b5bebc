import type { Tx } from '#infra/db/client.ts'
import { type InEvery, type Language, languageOf } from '#kernel/language.ts'
import {
  type Alert,
  type AlertKind,
  isWanted,
  listAdministrators,
  type Severity,
  severities,
} from '#modules/alerts/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import * as german from '#rules/languages/de/alerts.ts'
import * as spanish from '#rules/languages/es/alerts.ts'
import * as french from '#rules/languages/fr/alerts.ts'
import type { WatchDeps } from '../../deps.ts'

type TellDeps = Pick<WatchDeps, 'emit' | 'queue' | 'seal' | 'config'>

type News = 'alert.raised' | 'alert.closed'

/**
 * Notifies each administrator of alerts that were raised or closed: by one event per alert for webhooks, streams and
 * chats, and by one email for all raised alerts and one for all closed alerts.
 */
export async function tellAdministrators(deps: TellDeps, tx: Tx, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return
  for (const { uid, address, name, locale, ...prefs } of await listAdministrators(tx))
    for (const type of ['alert.raised', 'alert.closed'] as const) {
      const news = alerts.filter((alert) => newsOf(alert).includes(type))
      for (const { id: alertId, kind, severity, message, subject } of news)
        await deps.emit(tx, { type, ownerUid: uid, alertId, kind, severity, message, subject })
      const wanted = news.filter((alert) => prefs.email && isWanted(alert, prefs))
      if (address === null || wanted.length === 0) continue
      await queueMail(deps, tx, {
        to: address,
        locale,
        template: type === 'alert.raised' ? 'alert-raised' : 'alert-closed',
        values: { name, ...sayAlerts(wanted, languageOf(locale)), url: deps.config.publicUrl },
      })
    }
}

function newsOf({ raiseToldAt, closedAt }: Alert): readonly News[] {
  return [
    ...(raiseToldAt === null ? (['alert.raised'] as const) : []),
    ...(closedAt !== null ? (['alert.closed'] as const) : []),
  ]
}

interface Words {
  readonly kinds: Readonly<Record<AlertKind | 'by_hand', string>>
  readonly severities: Readonly<Record<Severity, string>>
  readonly sentences: Readonly<Record<AlertKind, (subject: string) => string>>
}

/** In English, an alert already has its text. Its email names the kind as the API does. */
const words: InEvery<Words | null> = {
  en: null,
  de: {
    kinds: german.alertTitles,
    severities: { info: 'Info', warning: 'Warnung', critical: 'kritisch' },
    sentences: german.alertSentences,
  },
  es: {
    kinds: spanish.alertTitles,
    severities: { info: 'información', warning: 'advertencia', critical: 'crítica' },
    sentences: spanish.alertSentences,
  },
  fr: {
    kinds: french.alertTitles,
    severities: { info: 'information', warning: 'avertissement', critical: 'critique' },
    sentences: french.alertSentences,
  },
}

/** More kinds than this do not fit into an email subject. */
const kindsInSubject = 3

/** Returns the content of an email about alerts: their kinds, the highest severity, and the sentence of each. */
function sayAlerts(alerts: readonly Alert[], language: Language) {
  const all = alerts.toSorted((a, b) => rankOf(b) - rankOf(a)).map((alert) => sayAlert(alert, language))
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  return {
    kind: [...kinds.slice(0, kindsInSubject), ...(kinds.length > kindsInSubject ? ['…'] : [])].join(', '),
    severity: all[0]?.severity ?? '',
    message: all.map(({ message }) => message).join('\n\n'),
  }
}

const rankOf = ({ severity }: Alert): number => severities.indexOf(severity as Severity)

/** The text of an administrator who raised an alert is not changed. */
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
