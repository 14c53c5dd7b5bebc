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
  found: ({ code, detail }) => {
    const words = code === null ? undefined : findings[code]
    return words === undefined ? detail : typeof words === 'string' ? words : words(detail)
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

const quote = (said: string): string => `Die Meldung: „${said}“`

/** Returns the code of an error that a finding has in brackets, with a space before it. */
const quoteReason = (detail: string): string => {
  const code = /\(([A-Z][A-Z_]+)\)/.exec(detail)?.[1]
  return code === undefined ? '' : ` (${code})`
}

/** Findings by their code, with what helps where a test failed. The text of the service holds the names and numbers. */
const findings: Readonly<Record<string, string | ((detail: string) => string)>> = {
  database_works: 'Die Datenbank antwortet und nimmt Änderungen an.',
  database_reads_only: 'Die Datenbank nimmt keine Änderungen an. Verbinde dich mit ihrem Primärserver.',
  database_returns_else: 'Die Datenbank gab etwas anderes zurück, als sie bekam.',
  storage_works: 'Der Speicher bewahrt auf, was er bekommt.',
  storage_returns_else: 'Der Speicher gab andere Bytes zurück, als er bekam. Prüf den Datenträger oder den Bucket.',
  queue_moves: 'In der Warteschlange wartet nichts länger als fünf Minuten.',
  queue_stands: 'In der Warteschlange wartet etwas länger als fünf Minuten. Starte einen Worker.',
  mail_works: 'Mails können hinausgehen.',
  mail_refused: (detail) =>
    `Mails können nicht hinausgehen. Prüf SMTP_URL oder die Rechte von DATA_DIR/outbox.${quoteReason(detail)}`,
  clocks_agree: 'Die Uhren stimmen auf die Sekunde überein.',
  clocks_differ: 'Die Uhren dieses Prozesses und der Datenbank weichen voneinander ab. Stell beide mit NTP.',
  server_new_enough: 'Der Datenbankserver ist neu genug.',
  server_too_old: 'Der Datenbankserver ist zu alt. Nimm eine neuere Version von PostgreSQL.',
  webhook_whole: 'Der Webhook kam unversehrt an, und seine Signatur stimmt.',
  webhook_changed: 'Der Webhook kam verändert an. Etwas zwischen den Prozessen schreibt den Verkehr um.',
  network_not_offered: 'Dieses Netzwerk gibt es in dieser Installation nicht.',
  network_not_set_up: 'Dieses Netzwerk ist hier nicht eingerichtet: Seine App fehlt.',
  network_without_address: 'Dieses Netzwerk hat keine eigene Adresse; jedes Konto bringt seine mit.',
  network_reached: 'Das Netzwerk ist erreichbar. Mehr lässt sich ohne verbundenes Konto nicht prüfen.',
  network_unreached: (detail) => `Das Netzwerk ist nicht erreichbar. ${quote(detail)}`,
  network_knows_account: 'Das Netzwerk antwortet einem verbundenen Konto.',
  network_without_answer: (detail) => `Das Netzwerk antwortet einem verbundenen Konto nicht. ${quote(detail)}`,
  account_lost: (detail) => `Ein Konto muss neu verbunden werden. ${quote(detail)}`,
  app_not_needed: 'Dieses Netzwerk braucht keine App.',
  app_missing: 'Für dieses Netzwerk ist keine App eingerichtet. Sie braucht eine Client-Id und ein Client-Geheimnis.',
  app_of_another_mode:
    'Das Netzwerk läuft hier in einer anderen Betriebsart, deshalb lässt sich seine App nicht prüfen. Ändere die Betriebsart.',
  app_of_anybody: 'Das Netzwerk nahm einen erfundenen Code an. Unter seiner Adresse antwortet etwas anderes.',
  app_unknown: 'Das Netzwerk erkennt die App nicht. Prüf ihre Client-Id und ihr Client-Geheimnis.',
  app_known: 'Das Netzwerk kennt die App.',
  app_not_checked: (detail) => `Die App ließ sich nicht prüfen. ${quote(detail)}`,
  test_too_slow: 'Der Test wurde nicht rechtzeitig fertig.',
  test_broke: 'Der Test ist unerwartet gescheitert. Die Ursache steht im Protokoll des Servers.',
}
