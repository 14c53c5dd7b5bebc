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
    'stock:unsplash': 'Unsplash',
    'stock:pexels': 'Pexels',
    'stock:giphy': 'GIPHY',
  },
  about: (test, said) => abouts[test] ?? said,
  found: ({ code, detail }) => {
    const words = code === null ? undefined : findings[code]
    return words === undefined ? detail : typeof words === 'string' ? words : words(detail)
  },
  networksLead: 'Jedes Netzwerk antwortet einem verbundenen Konto oder kennt die App dieser Installation.',
  runAll: 'Alle Tests ausführen',
  run: 'Ausführen',
  runOne: (test) => `Test ausführen: ${test}`,
  running: 'Läuft',
  progress: (done, all) => `${done} von ${all} Tests abgeschlossen`,
  results: { ok: 'Bestanden', failed: 'Fehlgeschlagen' },
  neverRan: 'Nie ausgeführt',
  runs: 'Letzte Läufe',
  noRuns: 'Noch keine Tests ausgeführt. Alle Tests dauern wenige Sekunden und ändern nichts.',
  runOf: (when) => `Lauf vom ${when}`,
  outcome: (passed, all) => (passed === all ? `Alle ${all} bestanden` : `${passed} von ${all} bestanden`),
  states: { running: 'Läuft', passed: 'Bestanden', failed: 'Fehlgeschlagen', died: 'Unterbrochen' },
  startedBy: 'Gestartet von',
  commandLine: 'der Befehlszeile',
  died: 'Der Prozess endete vor den Tests. Führe sie erneut aus.',
}

const abouts: Readonly<Record<string, string>> = {
  database: 'Die Datenbank nimmt eine Zeile an und gibt sie zurück.',
  storage: 'Der Speicher nimmt eine Datei an und gibt dieselben Bytes zurück.',
  queue: 'Nichts wartet länger als fünf Minuten in der Warteschlange.',
  mail: 'Der Mailserver akzeptiert die Anmeldung, oder der Postausgang ist beschreibbar.',
  clock: 'Die Uhren dieses Prozesses und der Datenbank stimmen auf die Sekunde überein.',
  'embedded-server': 'Der Datenbankserver ist neu genug. Zu sehen ist auch, wer ihn betreibt.',
  'webhook-loopback': 'Ein signierter Webhook kommt unverändert bei einem Empfänger dieses Prozesses an.',
  'stock:unsplash': 'Unsplash akzeptiert den Schlüssel für Stockfotos.',
  'stock:pexels': 'Pexels akzeptiert den Schlüssel für Stockfotos.',
  'stock:giphy': 'GIPHY akzeptiert den Schlüssel für GIFs.',
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
  database_reads_only: 'Die Datenbank nimmt keine Änderungen an. Verbinde Posthorn mit dem Primärserver.',
  database_returns_else: 'Die Datenbank hat etwas anderes zurückgegeben, als geschrieben wurde.',
  storage_works: 'Der Speicher gibt zurück, was geschrieben wurde.',
  storage_returns_else:
    'Der Speicher hat andere Bytes zurückgegeben, als geschrieben wurden. Prüfe den Datenträger oder den Bucket.',
  queue_moves: 'In der Warteschlange wartet nichts länger als fünf Minuten.',
  queue_stands: 'In der Warteschlange wartet etwas länger als fünf Minuten. Starte einen Worker.',
  mail_works: 'E-Mails können gesendet werden.',
  mail_refused: (detail) =>
    `E-Mails können nicht gesendet werden. Prüfe SMTP_URL oder die Rechte von DATA_DIR/outbox.${quoteReason(detail)}`,
  clocks_agree: 'Die Uhren stimmen auf die Sekunde überein.',
  clocks_differ: 'Die Uhren dieses Prozesses und der Datenbank weichen voneinander ab. Synchronisiere beide mit NTP.',
  server_new_enough: 'Der Datenbankserver ist neu genug.',
  server_too_old: 'Der Datenbankserver ist zu alt. Verwende eine neuere Version von PostgreSQL.',
  webhook_whole: 'Der Webhook kam unverändert an, und seine Signatur stimmt.',
  webhook_changed: 'Der Webhook kam verändert an. Etwas zwischen den Prozessen schreibt den Datenverkehr um.',
  network_not_offered: 'Dieses Netzwerk ist in dieser Installation nicht verfügbar.',
  network_not_set_up: 'Dieses Netzwerk ist hier nicht eingerichtet: Seine App fehlt.',
  network_without_address: 'Dieses Netzwerk hat keine feste URL. Jedes Konto bringt seine eigene mit.',
  network_reached: 'Das Netzwerk ist erreichbar. Mehr lässt sich ohne verbundenes Konto nicht prüfen.',
  network_unreached: (detail) => `Das Netzwerk ist nicht erreichbar. ${quote(detail)}`,
  network_knows_account: 'Das Netzwerk antwortet einem verbundenen Konto.',
  network_without_answer: (detail) => `Das Netzwerk antwortet einem verbundenen Konto nicht. ${quote(detail)}`,
  account_lost: (detail) => `Ein Konto muss neu verbunden werden. ${quote(detail)}`,
  stock_not_set_up: 'Nicht eingerichtet, deshalb wird nichts an den Anbieter gesendet.',
  stock_works: 'Der Anbieter akzeptiert den Schlüssel.',
  stock_refused: (detail) => `Der Anbieter ist nicht nutzbar. ${quote(detail)}`,
  app_not_needed: 'Dieses Netzwerk braucht keine App.',
  app_missing: 'Für dieses Netzwerk ist keine App eingerichtet. Sie braucht eine Client-ID und ein Client-Secret.',
  app_of_another_mode: 'Das Netzwerk läuft hier in einem anderen Modus. Ändere den Modus, um die App zu prüfen.',
  app_of_anybody: 'Das Netzwerk hat einen erfundenen Code akzeptiert. Unter seiner URL antwortet etwas anderes.',
  app_unknown: 'Das Netzwerk kennt die App nicht. Prüfe ihre Client-ID und ihr Client-Secret.',
  app_known: 'Das Netzwerk kennt die App.',
  app_not_checked: (detail) => `Die App konnte nicht geprüft werden. ${quote(detail)}`,
  test_too_slow: 'Der Test hat zu lange gedauert.',
  test_broke: 'Der Test ist unerwartet fehlgeschlagen. Die Ursache steht im Log des Servers.',
}
