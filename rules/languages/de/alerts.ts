import { firstOf, networkOf } from '../alert-subjects.ts'

/** The names of the kinds of alert. */
export const alertTitles = {
  queue_old: 'Beiträge warten, aber kein Worker sendet sie',
  posts_overdue: 'Beiträge sind überfällig',
  publish_failures: 'Viele Beiträge schlagen fehl',
  network_resting: 'Ein Netzwerk ist pausiert',
  deliveries_old: 'Webhooks warten',
  webhook_failures: 'Viele Webhooks schlagen fehl',
  node_silent: 'Ein Prozess antwortet nicht',
  database_unreachable: 'Die Datenbank ist nicht erreichbar',
  disk_full: 'Ein Datenträger ist fast voll',
  clock_skew: 'Eine Uhr geht falsch',
  clock_went_back: 'Die Uhr der Datenbank wurde zurückgestellt',
  cron_missed: 'Ein geplanter Job lief nicht',
  backup_too_old: 'Das letzte Backup ist zu alt',
  mail_failing: 'E-Mails werden nicht zugestellt',
  certificate_ending: 'Ein Zertifikat läuft bald ab',
  key_ending: 'Ein API-Schlüssel der Administration läuft bald ab',
  post_stuck: 'Ein Beitrag hängt fest',
  post_not_dispatched: 'Ein Beitrag konnte nicht vorbereitet werden',
  recurring_run_failed: 'Ein wiederkehrender Beitrag hat einen Termin übersprungen',
  recycling_failed: 'Ein Beitrag konnte nicht recycelt werden',
  metrics_unreadable: 'Kennzahlen können nicht gelesen werden',
  mail_template_set_aside: 'Eine angepasste E-Mail wird nicht verwendet',
  by_hand: 'Manuell ausgelöst',
} as const

/** The sentences of alerts by their kind. The subject names a network, a host or the like. */
export const alertSentences = {
  queue_old: (subject) =>
    `Beiträge an ${networkOf(subject)} warten seit über fünf Minuten, und kein Worker übernimmt sie. Prüfe, ob ein Worker läuft.`,
  posts_overdue: () =>
    'Beiträge sind seit über fünf Minuten fällig, und kein Worker übernimmt sie. Prüfe, ob ein Worker läuft.',
  deliveries_old: () =>
    'Webhooks warten seit über fünf Minuten, und kein Worker sendet sie. Prüfe, ob ein Worker läuft.',
  publish_failures: (subject) =>
    `In der letzten Stunde ist mehr als jeder fünfte Beitrag an ${networkOf(subject)} fehlgeschlagen. Sieh dir die Fehler unter „Netzwerke“ an.`,
  network_resting: (subject) =>
    `Posthorn pausiert ${networkOf(subject)} nach wiederholten Fehlern. Grund und Dauer stehen in der Warteschlange.`,
  webhook_failures: () => 'In der letzten Stunde ist mehr als die Hälfte der Webhooks endgültig fehlgeschlagen.',
  disk_full: (subject) =>
    `Auf ${firstOf(subject)} ist weniger als ein Zehntel des Datenträgers frei. Gib Speicherplatz frei oder vergrößere ihn.`,
  node_silent: (subject) =>
    `Ein Prozess auf ${firstOf(subject)} meldet sich nicht mehr. Er wurde beendet oder erreicht die Datenbank nicht.`,
  database_unreachable: (subject) =>
    `Ein Prozess auf ${firstOf(subject)} hat die Datenbank nicht erreicht, oder sie hat keine Änderungen angenommen.`,
  clock_skew: (subject) =>
    `Die Uhr von ${firstOf(subject)} weicht von der Uhr der Datenbank ab. Schalte die Zeitsynchronisierung ein.`,
  clock_went_back: () =>
    'Die Uhr der Datenbank wurde zurückgestellt. Beiträge erscheinen weiterhin, geplante aber nach der neuen Zeit. Prüfe die Uhr und die Zeitsynchronisierung.',
  cron_missed: (subject) =>
    `Der Job ${subject} war fällig, aber kein Prozess hat ihn gestartet. Prüfe, ob ein Worker läuft.`,
  backup_too_old: () => 'Das letzte Backup ist zu alt. Die Ursache steht bei den letzten Läufen des Jobs backup.',
  mail_failing: () =>
    'Der Mailserver nimmt keine E-Mails an. Prüfe SMTP_URL mit `posthorn doctor`. Wartende E-Mails werden danach gesendet.',
  certificate_ending: (subject) =>
    `Das Zertifikat von ${subject} läuft bald ab oder ist abgelaufen. Erneuere es und prüfe, warum das nicht automatisch geschah.`,
  key_ending: (subject) =>
    `Der API-Schlüssel ${subject} der Administration läuft bald ab oder ist abgelaufen. Ersetze ihn, wo er verwendet wird, und widerrufe ihn.`,
  post_stuck: (subject) => `Jemand hat gemeldet, dass der Beitrag ${subject} festhängt. Näheres steht unter „Tickets“.`,
  post_not_dispatched: (subject) =>
    `Der geplante Beitrag ${subject} konnte nicht für die Veröffentlichung vorbereitet werden und ist fehlgeschlagen. Die Ursache steht im Log des Servers.`,
  recurring_run_failed: (subject) =>
    `Der wiederkehrende Beitrag ${subject} konnte nicht erstellt werden. Dieser Termin entfällt. Die Ursache steht im Log des Servers.`,
  recycling_failed: (subject) =>
    `Der Beitrag ${subject} konnte nicht recycelt werden. Dieser Termin entfällt. Die Ursache steht im Log des Servers.`,
  metrics_unreadable: (subject) =>
    `Die Kennzahlen von ${subject} können nicht gelesen werden. Nur ein Serveradministrator kann das ändern. Die Ursache steht im Log des Servers.`,
  mail_template_set_aside: (subject) =>
    `Die angepasste E-Mail ${subject} erfüllt die Regeln dieser Version nicht. Posthorn sendet die Standard-E-Mail. Speichere deine neu oder setze sie zurück.`,
} as const satisfies Readonly<Record<Exclude<keyof typeof alertTitles, 'by_hand'>, (subject: string) => string>>
