import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const crons: Messages['admin']['crons'] = {
  names: {
    'accounts-refresh': 'Bald ablaufende Zugriffe auf Konten erneuern',
    'administration-certificate': 'TLS-Zertifikat prüfen',
    'administration-fold': 'Kennzahlen der Administration berechnen',
    'analytics-reports': 'Wochenberichte senden',
    'analytics-sweep': 'Statistik löschen, die älter ist, als der Tarif vorsieht',
    'analytics-watch': 'Neue Beiträge und Konten erfassen',
    'audit-head': 'Prüfpunkt des Audit-Logs speichern',
    backup: 'Backup erstellen',
    'billing-enforce-past-due': 'Konten herabstufen, deren Zahlung eine Woche überfällig ist',
    'connecting-sweep': 'Unvollständige Verbindungen löschen',
    'edge-sweep': 'Alte Idempotenzschlüssel und Zähler löschen',
    'event-stream-sweep': 'Alte Ereignisse löschen',
    'identity-sweep': 'Abgelaufene Sitzungen und Einladungen löschen',
    'jobs-sweep': 'Alte Jobs löschen',
    'media-sweep': 'Unvollständige Uploads löschen',
    'notices-sweep': 'Benachrichtigungen nach 90\u00A0Tagen löschen',
    'notices-watch': 'Ungelesene Benachrichtigungen per E-Mail senden',
    'posts-name-late': 'Fehlende Beitrags-IDs bei Netzwerken abfragen',
    'posts-purge': 'Beiträge nach 30\u00A0Tagen im Papierkorb löschen',
    'posts-remind': 'Ans Freigeben von Beiträgen erinnern',
    'profiles-purge': 'Marken nach 30\u00A0Tagen im Papierkorb löschen',
    'inbox-wake': 'Unterhaltungen nach dem Zurückstellen wieder öffnen',
    'guests-mail': 'Gästen zu Beiträgen schreiben, die auf sie warten',
    'guests-sweep': 'Abgelaufene Geräte und Codes von Gästen löschen',
    'sharing-sweep': 'Besucherdaten von Vorschaulinks löschen',
    'slack-sweep': 'Slack-Daten bereinigen',
    'telegram-sweep': 'Telegram-Daten bereinigen',
    'planning-holidays': 'Feiertagskalender abrufen',
    'planning-purge-ideas': 'Gelöschte Ideen endgültig löschen',
    'webhooks-sweep': 'Alte Webhook-Zustellungen löschen',
  },
  off: 'Aus',
  missed: (when) => `Lauf verpasst: ${when}.`,
  neverRan: 'Noch nie gelaufen',
  next: (when) => `Nächster Lauf ${when}`,
  nextRuns: 'Nächste Läufe',
  runs: 'Letzte Läufe',
  states: {
    waiting: 'Startet',
    running: 'Läuft',
    retrying: 'Neuer Versuch läuft',
    done: 'Fertig',
    failed: 'Fehlgeschlagen',
    died: 'Unterbrochen',
  },
  wentWrong: (said) => `Die Meldung: „${said}“`,
  byHand: 'Gestartet von',
  attempts: (count) => plural('de', count, { one: 'Versuch', other: 'Versuche' }),
  run: 'Jetzt ausführen',
  isOn: 'Nach Zeitplan ausführen',
  isOnHint: (zone) => `Zeitzone: ${zone}. „Jetzt ausführen“ funktioniert auch, wenn der Zeitplan aus ist.`,
  changed: (when) => `Geändert ${when} von`,
  builtIn: 'Standardzeitplan wiederherstellen',
  upkeep: {
    title: 'Manuell',
    start: 'Starten',
    failed: 'Der Start ist fehlgeschlagen',
    sync: {
      name: 'Gesamte Statistik jetzt aktualisieren',
      about:
        'Alle verbundenen Konten und ihre Beiträge der letzten zwei Tage. Netzwerke, die Lesezugriffe berechnen, bleiben im Zeitplan.',
      done: (accounts, posts) =>
        `${plural('de', accounts, { one: 'Konto', other: 'Konten' })} und ${plural('de', posts, { one: 'Beitrag', other: 'Beiträge' })} werden aktualisiert`,
    },
    refresh: {
      name: 'Ablaufende Zugriffe erneuern',
      about: 'Für Konten, deren Zugriff in den nächsten 30\u00A0Minuten abläuft. Dauert bis zu 20\u00A0Sekunden.',
      done: (checked, refreshed, failed) =>
        checked === 0
          ? 'Kein Zugriff läuft bald ab'
          : `${refreshed} von ${checked} erneuert${failed > 0 ? `, ${failed} fehlgeschlagen` : ''}`,
    },
  },
}
