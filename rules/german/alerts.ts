/** The names of the kinds of alert. */
export const alertTitles = {
  queue_old: 'Beiträge warten, und niemand sendet sie',
  posts_overdue: 'Beiträge sind überfällig',
  publish_failures: 'Viele Beiträge scheitern',
  network_resting: 'Ein Netzwerk lehnt alles ab',
  deliveries_old: 'Webhooks warten',
  webhook_failures: 'Viele Webhooks scheitern',
  node_silent: 'Ein Prozess schweigt',
  database_unreachable: 'Die Datenbank ist nicht erreichbar',
  disk_full: 'Ein Datenträger ist fast voll',
  clock_skew: 'Eine Uhr geht falsch',
  clock_went_back: 'Die Uhr ging zurück',
  cron_missed: 'Eine geplante Aufgabe lief nicht',
  backup_too_old: 'Die neueste Sicherung ist zu alt',
  mail_failing: 'E-Mails kommen nicht an',
  certificate_ending: 'Das Zertifikat endet bald',
  key_ending: 'Ein API-Schlüssel der Verwaltung endet bald',
  post_stuck: 'Ein Beitrag hängt fest',
  post_not_dispatched: 'Ein Beitrag ließ sich nicht vorbereiten',
  recurring_run_failed: 'Eine Wiederholung hat einen Termin ausgelassen',
  recycling_failed: 'Ein Beitrag wurde nicht wieder veröffentlicht',
  metrics_unreadable: 'Kennzahlen lassen sich nicht lesen',
  mail_template_set_aside: 'Eine geänderte Mail wird nicht benutzt',
  by_hand: 'Von Hand ausgelöst',
} as const

const firstOf = (subject: string): string => subject.split(' ', 1)[0] ?? subject
const nameOf = (subject: string): string => networkNames[firstOf(subject)] ?? firstOf(subject)

const networkNames: Readonly<Record<string, string>> = {
  bluesky: 'Bluesky',
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  mastodon: 'Mastodon',
  pinterest: 'Pinterest',
  threads: 'Threads',
  tiktok: 'TikTok',
  x: 'X',
  youtube: 'YouTube',
}

/** The sentences of alerts by their kind. The subject names a network, a host or the like. */
export const alertSentences = {
  queue_old: (subject) =>
    `Beiträge an ${nameOf(subject)} warten seit über fünf Minuten, und kein Prozess nimmt sie. Prüf, ob ein Worker läuft.`,
  posts_overdue: () =>
    'Beiträge sind seit über fünf Minuten fällig, und kein Worker beginnt mit ihnen. Prüf, ob ein Worker läuft.',
  deliveries_old: () =>
    'Webhooks warten seit über fünf Minuten, und kein Prozess sendet sie. Prüf, ob ein Worker läuft.',
  publish_failures: (subject) =>
    `In der letzten Stunde ist mehr als jeder fünfte Beitrag an ${nameOf(subject)} gescheitert. Sieh dir unter „Netzwerke“ die Fehler an.`,
  network_resting: (subject) =>
    `Posthorn lässt ${nameOf(subject)} eine Weile in Ruhe, weil dort alles scheitert. In der Warteschlange steht, warum und bis wann.`,
  webhook_failures: () => 'In der letzten Stunde ist mehr als die Hälfte der Webhooks endgültig gescheitert.',
  disk_full: (subject) =>
    `Auf ${firstOf(subject)} ist weniger als ein Zehntel des Datenträgers frei. Schaff Platz, oder vergrößere ihn.`,
  node_silent: (subject) =>
    `Ein Prozess auf ${firstOf(subject)} gibt kein Lebenszeichen mehr. Er ist beendet, oder er erreicht die Datenbank nicht.`,
  database_unreachable: (subject) =>
    `Ein Prozess auf ${firstOf(subject)} hat die Datenbank nicht erreicht, oder sie nahm keine Änderungen an.`,
  clock_skew: (subject) =>
    `Die Uhr von ${firstOf(subject)} weicht von der Uhr der Datenbank ab. Schalte die Zeitsynchronisierung ein.`,
  clock_went_back: () =>
    'Die Uhr der Datenbank ging zurück. Beiträge erscheinen weiter, geplante aber nach der neuen Zeit. Prüf die Uhr und die Zeitsynchronisierung.',
  cron_missed: (subject) =>
    `Die Aufgabe ${subject} war an der Reihe, und kein Prozess hat sie gestartet. Prüf, ob ein Worker läuft.`,
  backup_too_old: () => 'Die neueste Sicherung ist zu alt. Warum, steht bei den letzten Läufen der Aufgabe backup.',
  mail_failing: () =>
    'Der Mailserver nimmt keine E-Mails an. `posthorn doctor` prüft SMTP_URL. Was wartet, wird danach gesendet.',
  certificate_ending: (subject) =>
    `Das Zertifikat von ${subject} endet bald oder ist schon abgelaufen. Erneuere es, und prüf, warum das nicht von selbst geschah.`,
  key_ending: (subject) =>
    `Der API-Schlüssel ${subject} der Verwaltung endet bald oder ist schon abgelaufen. Ersetze ihn dort, wo er benutzt wird, und widerrufe ihn.`,
  post_stuck: (subject) =>
    `Jemand meldet, dass der Beitrag ${subject} festhängt. Was darüber bekannt ist, steht unter „Anfragen“.`,
  post_not_dispatched: (subject) =>
    `Der geplante Beitrag ${subject} ließ sich nicht für die Veröffentlichung vorbereiten und ist deshalb gescheitert. Die Ursache steht im Protokoll des Servers.`,
  recurring_run_failed: (subject) =>
    `Die Wiederholung ${subject} konnte ihren Beitrag nicht anlegen und lässt diesen Termin aus. Die Ursache steht im Protokoll des Servers.`,
  recycling_failed: (subject) =>
    `Der Beitrag ${subject} konnte nicht noch einmal angelegt werden und lässt diesen Termin aus. Die Ursache steht im Protokoll des Servers.`,
  metrics_unreadable: (subject) =>
    `Die Kennzahlen von ${subject} lassen sich nicht lesen, und nur der Betreiber kann das ändern. Die Ursache steht im Protokoll des Servers.`,
  mail_template_set_aside: (subject) =>
    `Die geänderte Mail ${subject} hält die Regeln dieser Version nicht ein, deshalb wird die eingebaute gesendet. Speichere sie neu, oder setz sie zurück.`,
} as const satisfies Readonly<Record<Exclude<keyof typeof alertTitles, 'by_hand'>, (subject: string) => string>>
