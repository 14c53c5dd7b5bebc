import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const crons: Messages['admin']['crons'] = {
  names: {
    'accounts-refresh': 'Anmeldungen von Konten erneuern, die bald enden',
    'administration-certificate': 'Das Zertifikat der öffentlichen Adresse ansehen',
    'administration-fold': 'Zusammenzählen, was die Verwaltung zeigt',
    'analytics-reports': 'Fällige Wochenberichte verschicken',
    'analytics-sweep': 'Zahlen löschen, die älter sind, als Tarife behalten',
    'analytics-watch': 'Neue Beiträge und Konten zu zählen beginnen',
    'audit-head': 'Das Ende des Protokolls in eine Datei schreiben',
    backup: 'Eine Sicherung machen',
    'billing-enforce-past-due': 'Konten in den kleinsten Tarif setzen, die eine Woche nicht zahlen',
    'connecting-sweep': 'Verbindungen löschen, die niemand beendet hat',
    'edge-sweep': 'Alte Idempotenz-Antworten und Zähler löschen',
    'event-stream-sweep': 'Alte Ereignisse löschen',
    'identity-sweep': 'Beendete Sitzungen und Einladungen löschen',
    'jobs-sweep': 'Alte Aufgaben löschen',
    'media-sweep': 'Uploads löschen, die niemand beendet hat',
    'posts-name-late': 'Netzwerke nach fehlenden Ids von Beiträgen fragen',
    'posts-purge': 'Den Papierkorb der Beiträge nach 30 Tagen leeren',
    'profiles-purge': 'Den Papierkorb der Marken nach 30 Tagen leeren',
    'sharing-sweep': 'Vergessen, wer geteilte Vorschauen angesehen hat',
    'slack-sweep': 'Aufräumen, was Slack gesendet hat',
    'telegram-sweep': 'Aufräumen, was Telegram gesendet hat',
    'webhooks-sweep': 'Alte Webhook-Zustellungen löschen',
  },
  off: 'Aus',
  missed: (when) => `Fällig ${when}, aber kein Prozess hat es begonnen.`,
  neverRan: 'Noch nie gelaufen',
  next: (when) => `Wieder ${when}`,
  nextRuns: 'Nächste Läufe',
  runs: 'Letzte Läufe',
  states: {
    waiting: 'Beginnt',
    running: 'Läuft',
    retrying: 'Neuer Versuch',
    done: 'Fertig',
    failed: 'Gescheitert',
    died: 'Abgebrochen',
  },
  wentWrong: (said) => `Die Meldung: „${said}“`,
  byHand: 'Gestartet von',
  attempts: (count) => plural('de', count, { one: 'Versuch', other: 'Versuche' }),
  run: 'Jetzt laufen lassen',
  isOn: 'Läuft nach seinem Zeitplan',
  isOnHint: (zone) => `Uhrzeiten sind in ${zone}. „Jetzt laufen lassen“ geht auch, wenn es aus ist.`,
  changed: (when) => `Geändert ${when} von`,
  builtIn: 'Zurück zum mitgelieferten Zeitplan',
  upkeep: {
    title: 'Von Hand',
    start: 'Starten',
    failed: 'Das wurde nicht gestartet',
    sync: {
      name: 'Alle Zahlen jetzt lesen',
      about:
        'Jedes verbundene Konto, und die Beiträge seiner letzten zwei Tage. Netzwerke, die dafür Geld nehmen, behalten ihre Zeiten.',
      done: (accounts, posts) =>
        `Die Zahlen von ${plural('de', accounts, { one: 'Konto', other: 'Konten' })} und ${plural('de', posts, { one: 'Beitrag', other: 'Beiträgen' })} werden gelesen`,
    },
    refresh: {
      name: 'Anmeldungen erneuern, die bald enden',
      about: 'Die der Konten, die in der nächsten halben Stunde enden. Dauert höchstens 20 Sekunden.',
      done: (checked, refreshed, failed) =>
        checked === 0
          ? 'Keine Anmeldung endet bald'
          : `${refreshed} von ${checked} erneuert${failed > 0 ? `, ${failed} gescheitert` : ''}`,
    },
  },
}
