import type { Messages } from '../en/index.ts'

type Fault = Parameters<Messages['verdicts']['fault']>[0]
type Params = NonNullable<Fault['params']>

/** Returns the sentence of a fault; undefined where this language has none, or where an answer lacks what it needs. */
export function sayFault({ code, params = {} }: Fault): string | undefined {
  const rule = params.rule === undefined ? undefined : rules[params.rule]
  return rule ?? bounds[code]?.(params) ?? faults[code]
}

/** Names the field of a fault, for places that are far from the field; undefined for one that no page shows. */
export function nameField({ path }: Fault): string | undefined {
  const steps = path.split('/').filter((step) => !/^\d*$/.test(step))
  return fields[steps.at(-1) ?? '']
}

/** Fields of forms, by the last step of their path. */
const fields: Readonly<Record<string, string>> = {
  altText: 'Beschreibung',
  answer: 'Antwort',
  content: 'Text',
  cron: 'Rhythmus',
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
  url: 'Adresse',
}

/** The sentences of the service's own schemas, by rule. */
export const rules: Readonly<Record<string, string>> = {
  blank: 'Bitte ausfüllen.',
  characters: 'Hier steht ein Zeichen, das sich nicht speichern lässt.',
  colour: 'Gib eine Farbe wie #1A2B3C an.',
  email: 'Gib eine E-Mail-Adresse wie ada@example.com an.',
  future: 'Wähle eine Zeit in der Zukunft.',
  https: 'Gib eine Adresse an, die mit https:// beginnt.',
  language: 'Gib eine Sprache als Kürzel an, etwa de oder pt-BR.',
  line: 'Nutze nur eine Zeile, ohne Steuerzeichen.',
  mastodon_server: 'Gib die Adresse eines Servers an, etwa https://mastodon.social.',
  mastodon_token: 'Gib das Token so an, wie Mastodon es zeigt, ohne Leerzeichen.',
  pds_server: 'Gib die Adresse eines Servers an, etwa https://pds.example.com.',
  time: 'Gib eine Zeit mit Datum an.',
  time_of_day: 'Gib eine Uhrzeit wie 09:30 an.',
  timezone: 'Gib eine Zeitzone wie Europe/Berlin an.',
  url: 'Gib eine vollständige Adresse an, etwa https://example.com.',
  year: 'Gib ein Jahr zwischen 1 und 9999 an.',
}

const unitOf = ({ unit }: Params): string => (unit === 'characters' ? ' Zeichen' : unit === 'items' ? ' Einträge' : '')

const inGerman = (count: number): string => count.toLocaleString('de')

/** Fields of a cron expression. */
const cronFields: Readonly<Record<string, string>> = {
  minute: 'bei den Minuten',
  hour: 'bei den Stunden',
  'day of month': 'beim Tag des Monats',
  month: 'beim Monat',
  'day of week': 'beim Wochentag',
}

const sayCron = ({ field }: Params): string => {
  const place = field === undefined ? undefined : cronFields[field]
  return place === undefined
    ? 'Ein Cron-Ausdruck hat fünf Felder: Minute, Stunde, Tag des Monats, Monat und Wochentag.'
    : `Im Cron-Ausdruck stimmt etwas ${place} nicht.`
}

/** Sentences that name a value of the answer. */
const bounds: Readonly<Record<string, (params: Params) => string | undefined>> = {
  too_small: (params) => {
    if (params.minimum === undefined) return undefined
    if (params.minimum === 1 && params.unit === 'characters') return 'Bitte ausfüllen.'
    if (params.minimum === 1 && params.unit === 'items') return 'Wähle mindestens eins.'
    return `Hier sind mindestens ${inGerman(params.minimum)}${unitOf(params)} nötig.`
  },
  too_big: (params) =>
    params.maximum === undefined
      ? undefined
      : `Hier sind höchstens ${inGerman(params.maximum)}${unitOf(params)} erlaubt.`,
  invalid_value: ({ values }) => (values === undefined ? undefined : `Erlaubt ist hier nur: ${values.join(', ')}.`),
  length: ({ maximum }) =>
    maximum === undefined ? undefined : `Hier sind 1 bis ${inGerman(maximum)} Zeichen erlaubt.`,
  cron_invalid: sayCron,
  unknown_variable: ({ variable }) => variable && `Diese Mail kennt {{${variable}}} nicht.`,
  missing_variable: ({ variable }) => variable && `Hier fehlt {{${variable}}}. Ohne das nützt die Mail nichts.`,
  secret_in_subject: ({ variable }) =>
    variable && `{{${variable}}} darf nicht in den Betreff: Er steht in Listen und Benachrichtigungen.`,
}

/** Faults of a single field, by code. */
export const faults: Readonly<Record<string, string>> = {
  account_needs_reconnect:
    'Das Netzwerk nimmt unseren Zugang nicht mehr an. Beiträge warten, bis das Konto neu verbunden ist.',
  account_not_connected: 'Auf diesem Netzwerk ist kein Konto verbunden. Verbinde erst eins.',
  belongs_to_another: 'Dieses Konto gehört zu einem anderen Beitrag.',
  cell_without_heading: 'Diese Zelle steht in einer Spalte ohne Überschrift.',
  characters: 'Hier steht ein Zeichen, das sich nicht speichern lässt.',
  children_missing: 'Wähle mindestens eine Marke.',
  cron_invalid: 'Das ist kein gültiger Cron-Ausdruck.',
  duplicate: 'Jede Variante braucht einen eigenen Namen.',
  duplicate_child: 'Diese Marke ist schon dabei.',
  duplicate_column: 'Diese Spalte gibt es zweimal.',
  duplicate_post: 'Dieser Beitrag ist schon dabei.',
  duplicate_target: 'Dieses Konto ist schon dabei.',
  ends_too_early: 'Das Ende muss in der Zukunft und nach dem Beginn liegen.',
  foreign_address:
    'Diese Mail enthält einen geheimen Code. Deshalb darf sie keine fremde Adresse nennen; nimm {{url}}.',
  in_the_past: 'Wähle eine Zeit in der Zukunft.',
  invalid_format: 'Diese Angabe hat nicht die richtige Form.',
  invalid_type: 'Diese Angabe hat nicht die richtige Form.',
  invalid_value: 'Dieser Wert ist hier nicht erlaubt.',
  latest_before_scheduled: 'Die Frist muss nach der geplanten Zeit liegen.',
  length: 'Dieser Text ist leer oder zu lang.',
  lines: 'Der Betreff muss in eine Zeile passen.',
  media_forbidden: 'Diese Datei gehört jemand anderem. Nimm eine eigene.',
  media_not_fetched: 'Diese Datei ließ sich noch nicht prüfen. Das geschieht beim Speichern.',
  media_not_found: 'Diese Datei gibt es nicht mehr. Lade sie noch einmal hoch.',
  missing_variable: 'Hier fehlt etwas, das die Mail braucht.',
  never_runs: 'Vor dem Ende gibt es keinen Termin. Wähle ein späteres Ende oder einen anderen Rhythmus.',
  no_free_slots: 'Nicht alle Beiträge finden in zwei Jahren einen freien Platz. Erlaube mehr Beiträge am Tag.',
  not_applicable: 'Das hat hier keine Wirkung. Lass es weg.',
  not_direct: 'Dieses Netzwerk verbindet man auf seiner eigenen Seite.',
  not_for_network: 'Das gehört nicht zu diesem Netzwerk.',
  not_in_future: 'Wähle eine Zeit in der Zukunft, oder lass den Schlüssel nie ablaufen.',
  not_requested: 'Um dieses Recht hat die App nicht gebeten.',
  not_staff: 'Wähle jemanden aus dem Support oder der Verwaltung.',
  other_profile: 'Dieser Beitrag gehört zu einer anderen Marke.',
  other_ticket_open: 'Zum selben Thema ist schon ein anderes Ticket offen. Dieses bleibt geschlossen.',
  password_is_email: 'Nimm nicht deine E-Mail-Adresse als Passwort.',
  password_too_common: 'Dieses Passwort errät man leicht. Nimm ein paar Wörter hintereinander.',
  platform_off: 'Dieses Netzwerk gibt es in dieser Installation nicht. Lass es weg.',
  platforms_missing: 'Wähle mindestens ein Konto.',
  redirect_not_allowed: 'Diese Rückadresse ist nicht erlaubt.',
  repeats_refused: 'Das Netzwerk lehnt wiederholte Texte ab. Füge andere Fassungen des Textes hinzu.',
  required: 'Bitte ausfüllen.',
  same_email: 'Das ist schon deine Adresse.',
  scheduled_in_the_past: 'Diese Zeit ist schon vorbei. Wähle eine spätere, oder veröffentliche jetzt.',
  scheduled_too_far_ahead: 'Wähle eine Zeit in den nächsten zwei Jahren.',
  secret_in_subject: 'Das darf nicht in den Betreff: Er steht in Listen und Benachrichtigungen.',
  tag_not_allowed:
    'Diese Mail enthält einen geheimen Code. Deshalb sind hier nur einfache Auszeichnungen ohne Attribute erlaubt.',
  target_ambiguous: 'Von diesem Netzwerk sind mehrere Konten dabei. Wähle eins.',
  target_unknown: 'Dieses Konto gehört nicht zum Beitrag.',
  token_paragraph_changed:
    'Die Absätze mit dem geheimen Code müssen bleiben, wie sie sind. Ändern kannst du die Worte darum herum.',
  too_big: 'Diese Angabe ist zu groß.',
  too_close: 'Zwischen zwei Terminen einer Wiederholung müssen 15 Minuten liegen.',
  too_far_ahead: 'Wähle eine Zeit im nächsten Jahr.',
  too_small: 'Diese Angabe ist zu klein.',
  translation_unavailable: 'Die Übersetzung ist gerade nicht möglich. Es bleibt beim Text des Originals.',
  unknown_column: 'Diese Spalte ist unbekannt.',
  unknown_field: 'Dieses Feld ist unbekannt.',
  unknown_plan: 'Diesen Tarif gibt es nicht.',
  unknown_test: 'Diesen Test gibt es nicht.',
  unknown_variable: 'Diese Variable gibt es in der Mail nicht.',
  unknown_variant: 'Diese Variante gibt es nicht.',
  weights: 'Die Anteile der Varianten müssen zusammen 100 ergeben.',
}
