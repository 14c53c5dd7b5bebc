// A relative path, since tests also load these words in Node, where `#rules` is no alias of this workspace.
import { alertSentences, alertTitles } from '../../../../../rules/languages/fr/alerts.ts'
import type { Messages } from '../../en/index.ts'

const sentences: Readonly<Record<string, (subject: string) => string>> = alertSentences

export const alerts: Messages['admin']['alerts'] = {
  title: 'Alertes',
  showAll: 'Toutes les alertes',
  none: 'Aucune alerte ouverte.',
  acknowledge: 'Prendre en charge',
  severity: { info: 'Information', warning: 'Avertissement', critical: 'Critique' },
  filters: { open: 'Ouvertes', acked: 'Prises en charge', all: 'Toutes' },
  empty: {
    open: 'Aucune alerte ouverte',
    acked: 'Aucune alerte prise en charge',
    all: 'Aucune alerte pour l’instant',
  },
  emptyLead: 'Posthorn se surveille et déclenche ses alertes ici. Elles se résolvent automatiquement.',
  more: 'Afficher plus',
  say: ({ kind, subject, message }) => sentences[kind]?.(subject ?? '') ?? message,
  by: 'par',
  acked: (when) => `Prise en charge ${when}`,
  closed: (when) => `résolue ${when}`,
  note: 'Note pour les autres administrateurs',
  noteHint: 'Facultatif. Ce que vous faites.',
  confirm: 'Prendre en charge',
  kinds: alertTitles,
  raise: {
    title: 'Déclencher une alerte',
    lead: 'Tous les administrateurs sont avertis en quelques secondes. Elle reste ouverte jusqu’à sa prise en charge.',
    message: 'Texte de l’alerte',
    severity: 'Gravité',
    action: 'Déclencher l’alerte',
  },
  preferences: {
    title: 'Notifications',
    lead: 'Ces réglages ne valent que pour vous. Un webhook reçoit toutes les alertes :',
    webhooks: 'en ajouter un',
    ways: 'M’avertir',
    wayNames: { email: 'E-mail', chat: 'Telegram et Slack (discussions associées)' },
    from: 'Gravité minimale',
    about: 'Sujet',
    abouts: { all: 'Tout', some: 'Certains types' },
    kinds: 'Types d’alerte',
  },
}
