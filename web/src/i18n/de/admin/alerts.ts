// A relative path, since tests also load these words in Node, where `#rules` is no alias of this workspace.
import { alertSentences, alertTitles } from '../../../../../rules/languages/de/alerts.ts'
import type { Messages } from '../../en/index.ts'

const sentences: Readonly<Record<string, (subject: string) => string>> = alertSentences

export const alerts: Messages['admin']['alerts'] = {
  title: 'Warnungen',
  showAll: 'Alle Warnungen',
  none: 'Keine offenen Warnungen.',
  acknowledge: 'Bestätigen',
  severity: { info: 'Info', warning: 'Warnung', critical: 'Kritisch' },
  filters: { open: 'Offen', acked: 'Bestätigt', all: 'Alle' },
  empty: {
    open: 'Keine offenen Warnungen',
    acked: 'Keine bestätigten Warnungen',
    all: 'Noch keine Warnungen',
  },
  emptyLead:
    'Posthorn überwacht sich selbst und meldet Probleme hier. Ist die Ursache behoben, schließt sich die Warnung automatisch.',
  more: 'Mehr laden',
  say: ({ kind, subject, message }) => sentences[kind]?.(subject ?? '') ?? message,
  by: 'von',
  acked: (when) => `Bestätigt ${when}`,
  closed: (when) => `behoben ${when}`,
  note: 'Notiz für andere Administratoren',
  noteHint: 'Optional. Was du dagegen unternimmst.',
  confirm: 'Bestätigen',
  kinds: alertTitles,
  raise: {
    title: 'Warnung auslösen',
    lead: 'Alle Administratoren werden in Sekunden benachrichtigt. Die Warnung bleibt offen, bis jemand sie bestätigt.',
    message: 'Nachricht',
    severity: 'Schweregrad',
    action: 'Warnung auslösen',
  },
  preferences: {
    title: 'Benachrichtigungen',
    lead: 'Diese Einstellungen gelten nur für dich. Webhooks erhalten jede Warnung:',
    webhooks: 'einen hinzufügen',
    ways: 'Benachrichtigen',
    wayNames: { email: 'E-Mail', chat: 'Telegram und Slack (verknüpfte Chats)' },
    from: 'Mindestschweregrad',
    about: 'Themen',
    abouts: { all: 'Alle', some: 'Ausgewählte' },
    kinds: 'Arten',
  },
}
