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
  found: ({ name, ok, detail }) => {
    if (name.startsWith('network:')) return ok ? networkWorks : `${networkFails} ${quote(detail)}`
    const words = findings[name]
    if (words === undefined) return detail
    return ok ? words.ok : `${words.failed}${quoteReason(detail)}`
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

const networkWorks = 'In Ordnung, oder hier nicht eingerichtet.'
const networkFails = 'Das Netzwerk antwortet nicht, wie es soll. Die Meldung:'

const quote = (said: string): string => `„${said}“`

/** Returns the code of an error that a finding has in brackets, with a space before it. */
const quoteReason = (detail: string): string => {
  const code = /\(([A-Z][A-Z_]+)\)/.exec(detail)?.[1]
  return code === undefined ? '' : ` (${code})`
}

/** Findings of each test, and what helps where it fails. */
const findings: Readonly<Record<string, { readonly ok: string; readonly failed: string }>> = {
  database: {
    ok: 'Die Datenbank antwortet und nimmt Änderungen an.',
    failed: 'Die Datenbank nimmt keine Änderungen an oder gibt Falsches zurück. Verbinde dich mit ihrem Primärserver.',
  },
  storage: {
    ok: 'Der Speicher bewahrt auf, was er bekommt.',
    failed: 'Der Speicher gab nicht zurück, was er bekam. Prüf den Datenträger oder den Bucket.',
  },
  queue: {
    ok: 'In der Warteschlange wartet nichts länger als fünf Minuten.',
    failed: 'In der Warteschlange wartet etwas länger als fünf Minuten. Starte einen Worker.',
  },
  mail: {
    ok: 'Mails können hinausgehen.',
    failed: 'Mails können nicht hinausgehen. Prüf SMTP_URL oder die Rechte von DATA_DIR/outbox.',
  },
  clock: {
    ok: 'Die Uhren stimmen auf die Sekunde überein.',
    failed: 'Die Uhren dieses Prozesses und der Datenbank weichen voneinander ab. Stell beide mit NTP.',
  },
  'embedded-server': {
    ok: 'Der Datenbankserver ist neu genug.',
    failed: 'Der Datenbankserver ist zu alt. Nimm eine neuere Version von PostgreSQL.',
  },
  'webhook-loopback': {
    ok: 'Der Webhook kam unversehrt an, und seine Signatur stimmt.',
    failed: 'Der Webhook kam verändert an. Etwas zwischen den Prozessen schreibt den Verkehr um.',
  },
}
