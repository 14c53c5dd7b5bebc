import type { Messages } from '../../en/index.ts'

export const selfTests: Messages['admin']['selfTests'] = {
  names: {
    database: 'Datenbank',
    storage: 'Speicher',
    queue: 'Warteschlange',
    mail: 'E-Mail',
    clock: 'Uhr',
    'embedded-server': 'Datenbankserver',
    'webhook-loopback': 'Webhooks',
  },
  runAll: 'Alles prüfen',
  run: 'Prüfen',
  runOne: (test) => `Prüfen: ${test}`,
  running: 'Läuft',
  progress: (done, all) => `${done} von ${all} geprüft`,
  results: { ok: 'In Ordnung', failed: 'Gescheitert' },
  neverRan: 'Nie geprüft',
  runs: 'Letzte Prüfungen',
  noRuns: 'Noch wurde nichts geprüft. „Alles prüfen“ dauert ein paar Sekunden und ändert nichts.',
  runOf: (when) => `Prüfung vom ${when}`,
  outcome: (passed, all) => (passed === all ? `Alle ${all} in Ordnung` : `${passed} von ${all} in Ordnung`),
  states: { running: 'Läuft', passed: 'Bestanden', failed: 'Gescheitert', died: 'Abgebrochen' },
  startedBy: 'Gestartet von',
  commandLine: 'der Befehlszeile',
  died: 'Der Prozess, der geprüft hat, ist vorher geendet. Prüf noch einmal.',
}
