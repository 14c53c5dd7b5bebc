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
  about: (test, said) => abouts[test] ?? (test.startsWith('network:') ? networkAbout : said),
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

const networkAbout = 'Das Netzwerk antwortet einem Konto dieser Installation oder kennt ihre App.'

const abouts: Readonly<Record<string, string>> = {
  database: 'Die Datenbank nimmt eine Zeile an und gibt sie zurück.',
  storage: 'Der Speicher nimmt eine Datei an und gibt dieselben Bytes zurück.',
  queue: 'Nichts wartet länger als fünf Minuten in der Warteschlange.',
  mail: 'Der Mailserver lässt uns herein, oder der Postausgang lässt sich beschreiben.',
  clock: 'Dieser Prozess und die Datenbank sind sich auf die Sekunde über die Zeit einig.',
  'embedded-server': 'Der Datenbankserver ist neu genug. Dazu steht hier, wer ihn betreibt.',
  'webhook-loopback': 'Ein signierter Webhook kommt unversehrt bei einem Empfänger dieses Prozesses an.',
}
