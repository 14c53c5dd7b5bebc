import type { Messages } from '../en/index.ts'
import { sayAction } from './say-action.ts'
import { sayField } from './say-field.ts'

export const account: Messages['account'] = {
  sessions: {
    title: 'Wo du angemeldet bist',
    lead: 'Melde Geräte ab, die du nicht kennst. Es wirkt sofort.',
    current: 'Dieses Gerät',
    unknown: 'Unbekanntes Programm',
    device: (program, system) => `${program} auf ${system}`,
    signedIn: (when) => `Angemeldet ${when}`,
    used: (when) => `benutzt ${when}`,
    end: 'Abmelden',
    endNamed: (device) => `${device} abmelden`,
    endOthers: 'Überall sonst abmelden',
  },
  elsewhere: {
    title: 'Anmeldung',
    lead: (issuer) => `Adresse, Passwort und Geräte verwaltet ${issuer}.`,
  },
  report: {
    title: 'Wochenbericht',
    lead: 'Deine Zahlen per E-Mail, jeden Montag um 8:00 Uhr. Ruhige Wochen werden übersprungen.',
    next: (when) => `Nächster: ${when}`,
  },
  export: {
    title: 'Deine Daten',
    lead: 'Eine Zip-Datei mit deinem Konto, deinen Profilen, Beiträgen, Zahlen und Dateien. Einmal pro Stunde.',
    save: 'Alles über dich herunterladen',
  },
  remove: {
    title: 'Dein Konto löschen',
    lead: 'Alles, was dir gehört, verschwindet: Marken, Beiträge, Dateien, Verbindungen. Das lässt sich nicht rückgängig machen.',
    open: 'Mein Konto löschen…',
    ask: 'Dein Konto löschen?',
    askLead:
      'Veröffentlichte Beiträge bleiben bei den Netzwerken. Geplante Beiträge erscheinen nicht. Es gibt keinen Weg zurück.',
    type: (email) => `Tippe „${email}“, um zu bestätigen`,
    password: 'Dein Passwort',
    code: 'Code deiner App',
    confirm: 'Alles löschen',
  },
  activity: {
    say: sayAction,
    sayField,
    changed: (fields) => `Geändert: ${fields}`,
    empty: 'Noch ist nichts geschehen.',
    more: 'Frühere Einträge zeigen',
    open: {
      post: 'Beitrag öffnen',
      acc: 'Verbindungen',
      key: 'API-Schlüssel',
      media: 'Medien',
      pinv: 'Mitglieder',
      prof: 'Einstellungen',
      rec: 'Wiederholungen',
      ses: 'Anmeldungen',
      wh: 'Webhooks',
    },
    you: 'Du',
    key: 'Ein API-Schlüssel',
    app: 'Eine App',
    system: 'Posthorn',
    other: 'Jemand anderes',
  },
}

export const slack: Messages['slack'] = {
  title: 'Slack',
  lead: 'Schreibe, veröffentliche und genehmige Beiträge in Slack, und erfahre dort, was hinausging.',
  connected: (team) => `Du bist in ${team} verbunden. Gib dort /posthorn help ein.`,
  installedBy: (name, when) => `Installiert von ${name}, ${when}`,
  install: 'Zu Slack hinzufügen',
  link: 'Jemand anderes hat es installiert',
  codeLead: 'Gib dies innerhalb von zehn Minuten in Slack ein. Es gilt einmal.',
  command: 'Befehl',
  end: 'Trennen',
  endTitle: 'Slack trennen?',
  endLead:
    'Hast du die App installiert, wird sie für alle aus dem Workspace entfernt. Andernfalls wird nur deine Verbindung getrennt.',
}

export const telegram: Messages['telegram'] = {
  title: 'Telegram',
  lead: 'Schicke einem Bot Texte, Bilder und Videos: Sie werden Entwürfe, die du dort planst und veröffentlichst.',
  none: 'Wer diese Installation betreibt, hat noch keinen Bot eingerichtet.',
  link: 'Chat verbinden',
  linkAnother: 'Weiteren Chat verbinden',
  codeLead: 'Öffne den Bot und drücke Start. Der Code gilt einmal, zehn Minuten lang.',
  open: (bot) => `@${bot} öffnen`,
  command: 'Für eine Gruppe: sende ihr dies',
  linked: (when) => `Verbunden ${when}`,
  unreachable: 'Der Bot wurde blockiert oder entfernt',
  unlink: 'Trennen',
}
