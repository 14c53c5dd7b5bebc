// A relative path, since tests also load these words in Node, where `#rules` is no alias of this workspace.
import { alertSentences, alertTitles } from '../../../../../rules/german/alerts.ts'
import type { Messages } from '../../en/index.ts'

const sentences: Readonly<Record<string, (subject: string) => string>> = alertSentences

export const alerts: Messages['admin']['alerts'] = {
  title: 'Warnungen',
  showAll: 'Alle Warnungen',
  none: 'Alles ruhig. Es gibt nichts zu tun.',
  acknowledge: 'Ich kümmere mich',
  severity: { info: 'Hinweis', warning: 'Warnung', critical: 'Kritisch' },
  filters: { open: 'Offen', acked: 'Übernommen', all: 'Alle' },
  empty: {
    open: 'Alles ruhig',
    acked: 'Niemand hat eine Warnung übernommen',
    all: 'Bisher gab es keine Warnung',
  },
  emptyLead:
    'Posthorn beobachtet sich selbst und meldet hier, worum sich jemand kümmern muss. Ist die Ursache vorbei, schließt es die Warnung.',
  more: 'Ältere Warnungen',
  say: ({ kind, subject, message }) => sentences[kind]?.(subject ?? '') ?? message,
  by: 'von',
  acked: (when) => `Übernommen ${when}`,
  closed: (when) => `vorbei ${when}`,
  note: 'Notiz für die anderen',
  noteHint: 'Freiwillig. Was du unternimmst.',
  confirm: 'Übernehmen',
  kinds: alertTitles,
  raise: {
    title: 'Warnung auslösen',
    lead: 'Alle, die diese Installation betreiben, erfahren es in Sekunden. Die Warnung bleibt, bis sich jemand kümmert.',
    message: 'Was nicht stimmt',
    severity: 'Schweregrad',
    action: 'Auslösen',
  },
  preferences: {
    title: 'Benachrichtigungen',
    lead: 'Deine eigene Wahl; die anderen haben ihre. Ein Webhook bekommt jede Warnung, was du hier auch wählst:',
    webhooks: 'einen anlegen',
    ways: 'Benachrichtige mich',
    wayNames: { email: 'Per E-Mail', chat: 'In Telegram und Slack, wo ich einen Chat verknüpft habe' },
    from: 'Ab Schweregrad',
    about: 'Worüber',
    abouts: { all: 'Über alles', some: 'Nur über manches' },
    kinds: 'Diese Arten',
  },
}
