import type { BoundWords, FaultParams, FaultWords } from '../verdicts-by-code.ts'

/** Fields of forms, by the last step of their path. */
const fields: Readonly<Record<string, string>> = {
  altText: 'Alternativtext',
  answer: 'Antwort',
  content: 'Text',
  cron: 'Zeitplan',
  email: 'E-Mail-Adresse',
  endAt: 'Ende',
  events: 'Ereignisse',
  firstComment: 'Erster Kommentar',
  media: 'Dateien',
  message: 'Nachricht',
  name: 'Name',
  newEmail: 'Neue E-Mail-Adresse',
  note: 'Notiz',
  password: 'Passwort',
  platforms: 'Konten',
  reason: 'Grund',
  schedule: 'Zeitplan',
  scheduledAt: 'Zeit',
  subject: 'Betreff',
  timezone: 'Zeitzone',
  title: 'Titel',
  url: 'URL',
}

/** The sentences of the service's own schemas, by rule. */
export const rules: Readonly<Record<string, string>> = {
  blank: 'Bitte ausfüllen.',
  characters: 'Der Text enthält ein Zeichen, das nicht gespeichert werden kann.',
  colour: 'Gib eine Farbe wie #1A2B3C ein.',
  email: 'Gib eine E-Mail-Adresse wie ada@example.com ein.',
  future: 'Wähle eine Zeit in der Zukunft.',
  https: 'Gib eine URL ein, die mit https:// beginnt.',
  language: 'Gib ein Sprachkürzel ein, zum Beispiel de oder pt-BR.',
  line: 'Verwende nur eine Zeile ohne Steuerzeichen.',
  mastodon_server: 'Gib die URL eines Servers ein, zum Beispiel https://mastodon.social.',
  mastodon_token: 'Gib das Token ohne Leerzeichen ein, so wie Mastodon es anzeigt.',
  pds_server: 'Gib die URL eines Servers ein, zum Beispiel https://pds.example.com.',
  time: 'Gib Datum und Uhrzeit ein.',
  time_of_day: 'Gib eine Uhrzeit wie 09:30 ein.',
  timezone: 'Gib eine Zeitzone wie Europe/Berlin ein.',
  url: 'Gib eine vollständige URL ein, zum Beispiel https://example.com.',
  year: 'Gib ein Jahr zwischen 1 und 9999 ein.',
}

const unitOf = ({ unit }: FaultParams): string =>
  unit === 'characters' ? ' Zeichen' : unit === 'items' ? ' Einträge' : ''

const inGerman = (count: number): string => count.toLocaleString('de')

/** Fields of a cron expression. */
const cronFields: Readonly<Record<string, string>> = {
  minute: 'bei der Minute',
  hour: 'bei der Stunde',
  'day of month': 'beim Tag des Monats',
  month: 'beim Monat',
  'day of week': 'beim Wochentag',
}

const sayCron = ({ field }: FaultParams): string => {
  const place = field === undefined ? undefined : cronFields[field]
  return place === undefined
    ? 'Ein Cron-Ausdruck hat fünf Felder: Minute, Stunde, Tag des Monats, Monat und Wochentag.'
    : `Der Cron-Ausdruck hat einen Fehler ${place}.`
}

/** Sentences that name a value of the answer. */
const bounds: BoundWords = {
  too_small: (params) => {
    if (params.minimum === undefined) return undefined
    if (params.minimum === 1 && params.unit === 'characters') return 'Bitte ausfüllen.'
    if (params.minimum === 1 && params.unit === 'items') return 'Wähle mindestens einen Eintrag.'
    return `Hier sind mindestens ${inGerman(params.minimum)}${unitOf(params)} erforderlich.`
  },
  too_big: (params) =>
    params.maximum === undefined
      ? undefined
      : `Hier sind höchstens ${inGerman(params.maximum)}${unitOf(params)} erlaubt.`,
  invalid_value: ({ values }) => (values === undefined ? undefined : `Erlaubt sind: ${values.join(', ')}.`),
  length: ({ maximum }) =>
    maximum === undefined ? undefined : `Hier sind 1 bis ${inGerman(maximum)} Zeichen erlaubt.`,
  cron_invalid: sayCron,
  unknown_variable: ({ variable }) => variable && `Die Variable {{${variable}}} gibt es in dieser E-Mail nicht.`,
  missing_variable: ({ variable }) =>
    variable && `{{${variable}}} fehlt. Ohne diese Variable funktioniert die E-Mail nicht.`,
  secret_in_subject: ({ variable }) =>
    variable && `{{${variable}}} darf nicht im Betreff stehen, denn er erscheint in Listen und Benachrichtigungen.`,
}

/** Faults of a single field, by code. */
export const faults: Readonly<Record<string, string>> = {
  account_needs_reconnect:
    'Posthorn hat keinen Zugriff mehr auf dieses Konto. Beiträge sind angehalten, bis du es neu verbindest.',
  account_not_in_plan:
    'Der Beitrag ist auch für ein Konto, das nicht zum Plan gehört. Entferne das Konto oder verwende einen anderen Plan.',
  account_not_connected: 'In diesem Netzwerk ist kein Konto verbunden. Verbinde zuerst eines.',
  belongs_to_another: 'Dieses Konto gehört zu einem anderen Beitrag.',
  cell_without_heading: 'Diese Zelle gehört zu einer Spalte ohne Überschrift.',
  characters: 'Der Text enthält ein Zeichen, das nicht gespeichert werden kann.',
  children_missing: 'Wähle mindestens eine Marke.',
  cron_invalid: 'Das ist kein gültiger Cron-Ausdruck.',
  duplicate: 'Jede Variante braucht einen eigenen Namen.',
  duplicate_child: 'Diese Marke ist doppelt.',
  duplicate_column: 'Diese Spalte ist doppelt.',
  duplicate_post: 'Dieser Beitrag ist doppelt.',
  duplicate_target: 'Dieses Konto ist doppelt.',
  ends_too_early: 'Das Ende muss in der Zukunft und nach dem Beginn liegen.',
  foreign_address:
    'Diese E-Mail enthält einen geheimen Code und darf deshalb keine fremde URL enthalten. Verwende {{url}}.',
  header_not_supported: 'Dieser Header wird hier nicht unterstützt. Entferne ihn.',
  in_the_past: 'Wähle eine Zeit in der Zukunft.',
  invalid_format: 'Diese Angabe hat das falsche Format.',
  invalid_type: 'Diese Angabe hat das falsche Format.',
  invalid_value: 'Dieser Wert ist hier nicht erlaubt.',
  label_cannot_take: 'Wähle ein anderes Label derselben Marke.',
  latest_before_scheduled: 'Die Frist muss nach der geplanten Zeit liegen.',
  length: 'Dieser Text ist leer oder zu lang.',
  lines: 'Der Betreff muss in eine Zeile passen.',
  media_forbidden: 'Diese Datei gehört jemand anderem. Verwende eine eigene.',
  media_not_fetched: 'Diese Datei konnte noch nicht geprüft werden. Das geschieht beim Speichern.',
  media_not_found: 'Diese Datei gibt es nicht mehr. Lade sie noch einmal hoch.',
  missing_variable: 'Es fehlt eine Variable, die diese E-Mail braucht.',
  never_runs: 'Vor dem Ende liegt kein Termin. Wähle ein späteres Ende oder einen anderen Zeitplan.',
  no_free_slots: 'In den nächsten zwei Jahren gibt es nicht genug freie Termine. Erlaube mehr Beiträge pro Tag.',
  not_applicable: 'Diese Angabe hat hier keine Wirkung. Entferne sie.',
  not_direct: 'Konten dieses Netzwerks verbindest du auf dessen eigener Seite.',
  not_for_network: 'Diese Angabe gehört nicht zu diesem Netzwerk.',
  not_in_future: 'Wähle eine Zeit in der Zukunft oder lass den Schlüssel nie ablaufen.',
  not_requested: 'Die App hat diese Berechtigung nicht angefragt.',
  not_staff: 'Wähle eine Person mit der Rolle „Support“ oder „Admin“.',
  other_profile: 'Dieser Beitrag gehört zu einer anderen Marke.',
  other_ticket_open: 'Zum selben Thema ist schon ein anderes Ticket offen. Dieses bleibt geschlossen.',
  post_not_planned: 'Diesen Beitrag hat der Plan nicht eingeordnet, oder seine Zeit ist vorbei.',
  password_is_email: 'Verwende nicht deine E-Mail-Adresse als Passwort.',
  password_too_common: 'Dieses Passwort ist leicht zu erraten. Verwende mehrere Wörter hintereinander.',
  platform_off: 'Dieses Netzwerk ist in dieser Installation nicht verfügbar. Entferne es.',
  platforms_missing: 'Wähle mindestens ein Konto.',
  redirect_not_allowed: 'Diese Weiterleitungs-URL ist nicht erlaubt.',
  repeats_refused: 'Das Netzwerk lehnt wiederholte Texte ab. Füge alternative Texte hinzu.',
  required: 'Bitte ausfüllen.',
  same_email: 'Das ist schon deine E-Mail-Adresse.',
  scheduled_in_the_past: 'Diese Zeit ist vorbei. Wähle eine spätere oder veröffentliche jetzt.',
  scheduled_too_far_ahead: 'Wähle eine Zeit in den nächsten zwei Jahren.',
  secret_in_subject: 'Das darf nicht im Betreff stehen, denn er erscheint in Listen und Benachrichtigungen.',
  tag_not_allowed:
    'Diese E-Mail enthält einen geheimen Code. Deshalb sind nur einfache HTML-Elemente ohne Attribute erlaubt.',
  target_ambiguous: 'Der Beitrag hat mehrere Konten dieses Netzwerks. Wähle eines aus.',
  target_unknown: 'Dieses Konto gehört nicht zum Beitrag.',
  token_paragraph_changed:
    'Die Absätze mit dem geheimen Code müssen unverändert bleiben. Den Text davor und danach kannst du ändern.',
  too_big: 'Dieser Wert ist zu groß.',
  too_close: 'Zwischen zwei Terminen müssen mindestens 15\u00A0Minuten liegen.',
  too_far_ahead: 'Wähle eine Zeit innerhalb des nächsten Jahres.',
  too_small: 'Dieser Wert ist zu klein.',
  translation_unavailable: 'Die Übersetzung ist gerade nicht möglich. Der Originaltext bleibt erhalten.',
  unknown_column: 'Diese Spalte ist unbekannt.',
  unknown_field: 'Dieses Feld ist unbekannt.',
  unknown_plan: 'Diesen Tarif gibt es nicht.',
  unknown_test: 'Diesen Test gibt es nicht.',
  unknown_variable: 'Diese Variable gibt es in dieser E-Mail nicht.',
  unknown_variant: 'Diese Variante gibt es nicht.',
  variable_empty: 'Für eine Variable des Textes gibt es hier keinen Wert.',
  weights: 'Die Anteile der Varianten müssen zusammen 100 ergeben.',
}

export const faultWords: FaultWords = { fields, rules, bounds, faults }
