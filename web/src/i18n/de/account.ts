import type { Messages } from '../en/index.ts'

export const account: Messages['account'] = {
  sessions: {
    title: 'Aktive Sitzungen',
    lead: 'Melde Geräte ab, die du nicht kennst. Das wirkt sofort.',
    current: 'Dieses Gerät',
    unknown: 'Unbekannte App',
    device: (program, system) => `${program} auf ${system}`,
    signedIn: (when) => `Angemeldet ${when}`,
    used: (when) => `zuletzt verwendet ${when}`,
    end: 'Abmelden',
    endNamed: (device) => `${device} abmelden`,
    endOthers: 'Überall sonst abmelden',
  },
  elsewhere: {
    title: 'Anmeldung',
    lead: (issuer) => `${issuer} verwaltet deine E-Mail-Adresse, dein Passwort und deine Geräte.`,
  },
  report: {
    title: 'Wochenbericht',
    lead: 'Deine Kennzahlen per E-Mail, jeden Montag um 8:00\u00A0Uhr. Entfällt, wenn sich nichts getan hat.',
    next: (when) => `Nächster: ${when}`,
  },
  keys: {
    title: 'Tastatur',
    lead: 'Manche Tastenkürzel bestehen aus einer einzigen Taste, etwa C für einen neuen Beitrag. Kürzel mit Strg oder ⌘ funktionieren immer.',
    on: 'Einzelne Tasten in diesem Browser verwenden',
  },
  export: {
    title: 'Export',
    lead: 'Lade eine Zip-Datei mit deinem Konto, deinen Marken, Beiträgen, Kennzahlen und Dateien herunter. Einmal pro Stunde.',
    save: 'Meine Daten herunterladen',
  },
  remove: {
    title: 'Konto löschen',
    lead: 'Deine Marken, Beiträge, Dateien und Verbindungen werden endgültig gelöscht. Das lässt sich nicht rückgängig machen.',
    open: 'Mein Konto löschen\u00A0…',
    ask: 'Dein Konto löschen?',
    askLead:
      'Veröffentlichte Beiträge bleiben online. Geplante Beiträge werden abgebrochen. Das lässt sich nicht rückgängig machen.',
    type: (email) => `Gib zur Bestätigung „${email}“ ein`,
    password: 'Dein Passwort',
    code: 'Code aus der Authenticator-App',
    confirm: 'Alles löschen',
  },
}

export const slack: Messages['slack'] = {
  title: 'Slack',
  lead: 'Schreibe Beiträge in Slack, veröffentliche sie und gib sie frei. Benachrichtigungen kommen auch dort an.',
  connected: (team) => `Verknüpft in ${team}. Gib dort /posthorn help ein.`,
  installedBy: (name, when) => `Installiert von ${name}, ${when}`,
  install: 'Zu Slack hinzufügen',
  link: 'Vorhandenen Workspace verknüpfen',
  codeLead: 'Gib dies innerhalb von 10\u00A0Minuten in Slack ein. Der Code gilt einmal.',
  command: 'Befehl',
  end: 'Trennen',
  endTitle: 'Slack trennen?',
  endLead:
    'Hast du die App installiert, wird sie für alle im Workspace entfernt. Andernfalls wird nur deine Verknüpfung getrennt.',
}

export const telegram: Messages['telegram'] = {
  title: 'Telegram',
  lead: 'Sende dem Bot Texte, Bilder und Videos, um Entwürfe zu erstellen. Plane und veröffentliche sie im Chat.',
  none: 'Ein Serveradministrator hat noch keinen Bot eingerichtet.',
  link: 'Chat verknüpfen',
  linkAnother: 'Weiteren Chat verknüpfen',
  codeLead: 'Öffne den Bot und tippe auf „Start“. Der Code gilt einmal und läuft in 10\u00A0Minuten ab.',
  open: (bot) => `@${bot} öffnen`,
  command: 'Für eine Gruppe: Sende dort diese Nachricht',
  linked: (when) => `Verknüpft ${when}`,
  unreachable: 'Bot blockiert oder entfernt',
  unlink: 'Trennen',
}
