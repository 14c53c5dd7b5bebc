import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

const willBeHeld = (count: number): string =>
  count === 0
    ? 'Danach ist kein Beitrag geplant.'
    : count === 1
      ? '1 geplanter Beitrag wird angehalten.'
      : `${count} geplante Beiträge werden angehalten.`

export const calendar: Messages['calendar'] = {
  title: 'Kalender',
  view: 'Ansicht',
  views: { month: 'Monat', week: 'Woche', list: 'Liste' },
  today: 'Heute',
  previous: { month: 'Voriger Monat', week: 'Vorige Woche', list: 'Voriger Monat' },
  next: { month: 'Nächster Monat', week: 'Nächste Woche', list: 'Nächster Monat' },
  more: (count) => `+${count} weitere`,
  empty: 'Nichts geplant',
  emptyLead: 'Plane einen Beitrag, um ihn hier zu sehen.',
  earlierDays: 'Frühere Tage',
  newHere: 'Neuer Beitrag an diesem Tag',
  dayHolds: (day, count) =>
    count === 0 ? `${day}, keine Beiträge` : count === 1 ? `${day}, 1 Beitrag` : `${day}, ${count} Beiträge`,
  notMoved: 'Der Beitrag konnte nicht verschoben werden.',
  inThePast: 'Diese Zeit ist vorbei. Wähle eine spätere.',
  moved: (when) => `Verschoben auf ${when}`,
  newTime: 'Neue Zeit',
  repeats: 'Wiederholt sich',
  now: (time) => `Jetzt, ${time}`,
  carrying: (when) => `${when}. Mit den Pfeiltasten verschieben, mit Enter ablegen, mit Esc abbrechen.`,
  days: 'Tage',
  week: (number) => `Woche ${number}`,
  state: 'Status',
  anyState: 'Alle Status',
  states: { draft: 'Entwürfe', scheduled: 'Geplant', published: 'Veröffentlicht', failed: 'Handlungsbedarf' },
  quick: {
    time: 'Uhrzeit',
    accounts: (count) => plural('de', count, { one: 'Konto', other: 'Konten' }),
    open: 'Im Editor öffnen',
    schedule: 'Planen',
    scheduled: (when) => `Geplant für ${when}`,
    notSaved: 'Der Entwurf konnte nicht gespeichert werden.',
    drafted: 'Entwurf gespeichert',
  },
  bands: {
    title: 'Konflikte im Zeitplan',
    everything: 'Diese Marke',
    grant: (when, count) =>
      `${when ? `verliert ${when} den Zugriff.` : 'kann derzeit nicht veröffentlichen.'} ${willBeHeld(count)}`,
    quota: (when, until, count) =>
      `hat ${when ? `von ${when} ` : ''}bis ${until} das Limit des Netzwerks erreicht. ${
        count === 1 ? '1 geplanter Beitrag wartet' : `${count} geplante Beiträge warten`
      } bis dahin.`,
    plan: (when, count, requiredPlan) =>
      `${when ? `Dein Tarif endet ${when}. Diese Marke wird dann schreibgeschützt.` : 'Diese Marke überschreitet den Tarif ihres Inhabers.'} ${willBeHeld(count)}${
        requiredPlan ? ` Wechsle zu ${requiredPlan}, um weiter zu veröffentlichen.` : ''
      }`,
    forward: (when, from, to) => `Zeitumstellung ${when}: Die Zeit von ${from} bis ${to} entfällt.`,
    back: (when, from, to) => `Zeitumstellung ${when}: Die Zeit von ${from} bis ${to} gibt es zweimal.`,
    short: {
      grant: (name, time) => (time ? `${name}: Zugriff läuft ${time} ab` : `${name} ist angehalten`),
      quota: (name, time) => (time ? `${name}: Limit erreicht ${time}` : `${name}: Limit erreicht`),
      plan: (_, time) => (time ? `Tarif endet ${time}` : 'Tarif überschritten'),
      forward: 'Beginn der Sommerzeit',
      back: 'Ende der Sommerzeit',
    },
    ways: { grant: 'Neu verbinden', quota: 'Woche prüfen', plan: 'Tarif ansehen', clock: 'Zeiten ansehen' },
  },
  menu: 'Weitere Kalenderoptionen',
  feed: {
    open: 'In Kalender-App abonnieren\u00A0…',
    title: 'Kalender-Abo',
    lead: 'Sieh deine geplanten Beiträge in Google Kalender, Apple Kalender oder Outlook.',
    create: 'Abo-Link erstellen',
    address: 'Abo-Link',
    once: 'Kopiere ihn jetzt, er wird nur einmal angezeigt. Wer den Link hat, kann deinen Zeitplan sehen.',
    made: (when) => `Erstellt ${when}`,
    revoke: 'Widerrufen',
  },
}

export const queue: Messages['queue'] = {
  title: 'Warteschlange',
  summary: (count, hasMore, when) => `${count}${hasMore ? '+' : ''} geplant · der nächste ${when}`,
  jump: 'Zu einem Datum springen',
  fromNow: 'Ab jetzt',
  later: 'Spätere Beiträge',
  underWay: 'Wird gerade veröffentlicht',
  count: (count) => plural('de', count, { one: 'Beitrag', other: 'Beiträge' }),
  empty: 'Deine Warteschlange ist leer',
  emptyLead: 'Plane einen Beitrag oder veröffentliche einen sofort.',
  emptyWithDrafts: (count) =>
    count === 1 ? 'Du hast 1 Entwurf, den du planen kannst.' : `Du hast ${count} Entwürfe, die du planen kannst.`,
  planDrafts: (count) => (count === 1 ? '1 Entwurf planen' : `${count} Entwürfe planen`),
  allScheduled: 'Alle geplanten Beiträge anzeigen',
  look: 'Ansehen',
  tryNow: 'Jetzt erneut versuchen',
  plan: {
    title: 'Entwürfe planen',
    lead: 'Jeder Entwurf bekommt den nächsten freien Termin. Geplant wird erst, wenn du bestätigst.',
    perDay: 'Beiträge pro Tag',
    from: 'Erster Tag',
    slots: 'Uhrzeiten',
    noSlots: 'Leer lassen für deine besten Zeiten oder über den Tag verteilte Termine.',
    newSlot: 'Weitere Uhrzeit',
    addSlot: 'Uhrzeit hinzufügen',
    notAdded: 'Füge diese Uhrzeit hinzu oder leere das Feld.',
    removeSlot: (time) => `${time} entfernen`,
    drafts: 'Entwürfe und Zeiten',
    apply: (count) => (count === 1 ? '1 Beitrag planen' : `${count} Beiträge planen`),
    done: (count) => (count === 1 ? '1 Beitrag geplant' : `${count} Beiträge geplant`),
  },
}

export const recurring: Messages['recurring'] = {
  title: 'Wiederkehrende Beiträge',
  lead: 'Beiträge, die regelmäßig erscheinen, zum Beispiel ein Wochenangebot.',
  create: 'Beitrag wiederholen',
  editTitle: 'Zeitplan bearbeiten',
  empty: 'Noch keine wiederkehrenden Beiträge',
  emptyLead: 'Wähle einen Beitrag und wie oft er erscheint. Posthorn veröffentlicht jedes Mal eine neue Kopie.',
  status: { active: 'Aktiv', paused: 'Pausiert', ended: 'Beendet', cancelled: 'Gelöscht' },
  next: (when, distance) => `Nächster Termin: ${when}, ${distance}`,
  runs: (count) => (count === 1 ? 'einmal erschienen' : `${count}-mal erschienen`),
  neverRan: 'noch nicht erschienen',
  inZone: (zone) => `Zeitzone ${zone}`,
  templateGone: 'Der ursprüngliche Beitrag wurde gelöscht.',
  nextRuns: 'Nächste Termine',
  noRuns: 'Keine weiteren Termine.',
  skip: 'Überspringen',
  move: 'Verschieben\u00A0…',
  moveTitle: 'Diesen Termin verschieben',
  restore: 'Wiederherstellen',
  skipped: 'übersprungen',
  moved: (from) => `verschoben, ursprünglich ${from}`,
  runActions: (when) => `${when} bearbeiten`,
  actions: (name) => `Aktionen für „${name}“`,
  edit: 'Zeitplan bearbeiten',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  remove: 'Löschen',
  removeTitle: 'Diesen Zeitplan löschen?',
  removeLead: 'Der Beitrag erscheint nicht mehr. Bereits Veröffentlichtes bleibt online.',
  failed: 'Der Zeitplan konnte nicht gespeichert werden.',
  openPost: 'Beitrag öffnen',
  form: {
    post: 'Beitrag',
    postHint:
      'Zu jedem Termin erscheint eine Kopie dieses Beitrags in seiner aktuellen Fassung. Du kannst ihn jederzeit bearbeiten.',
    noPosts: 'Noch keine Beiträge. Speichere zuerst einen Entwurf.',
    name: 'Name',
    nameHint: 'Optional, zum Beispiel „Montagsgruß“.',
    zone: 'Zeitzone',
    ownZone: (zone) => `Meine Zeitzone${zone && ` (${zone})`}`,
    authorsZone: (zone) => `Zeitzone der Person, die den Zeitplan erstellt hat${zone && ` (${zone})`}`,
    end: 'Endet',
    ends: { never: 'Nie', date: 'An einem Datum', count: 'Nach einer Anzahl von Beiträgen' },
    endAt: 'Letzter Tag',
    maxRuns: 'Anzahl der Beiträge',
    preview: 'Erscheint',
    start: 'Wiederholen starten',
  },
}

export const rehearsal: Messages['rehearsal'] = {
  open: 'Woche prüfen',
  title: 'Probelauf',
  lead: 'Prüfe deinen Zeitplan auf Probleme. Gesendet wird nichts.',
  span: 'Zu prüfende Tage',
  days: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  empty: 'In diesen Tagen ist nichts geplant',
  emptyLead: 'Plane einen Beitrag, um zu sehen, wann er erscheint und was ihn aufhalten könnte.',
  counted: (deliveries, posts) =>
    `${plural('de', deliveries, { one: 'Zustellung', other: 'Zustellungen' })} von ${plural('de', posts, { one: 'Beitrag', other: 'Beiträgen' })}`,
  verdicts: { on_time: 'Pünktlich', later: 'Verspätet', stopped: 'Blockiert' },
  goesOut: (when) => `Erscheint ${when}`,
  ends: (when) =>
    `Der Zugriff auf dieses Konto läuft ${when} ab, und der Beitrag wird angehalten. Verbinde es vorher neu.`,
  more: 'Die ersten 200 Beiträge werden angezeigt.',
  limits:
    'Grundlage sind die Limits der Netzwerke, deine bisherigen Beiträge und der aktuelle Status deiner Konten. Ausfälle eines Netzwerks sind nicht vorhersehbar.',
}

export const rhythm: Messages['rhythm'] = {
  words: {
    minutes: (every) => (every === 1 ? 'Jede Minute' : `Alle ${every} Minuten`),
    hours: (every, minute) => `${every === 1 ? 'Jede Stunde' : `Alle ${every} Stunden`} zur ${minute}. Minute`,
    daily: (time) => `Jeden Tag um ${time}`,
    workdays: (time) => `Montag bis Freitag um ${time}`,
    weekly: (days, time) => `Jeden ${days} um ${time}`,
    monthly: (day, time) => `Am ${day}. jedes Monats um ${time}`,
  },
  howOften: 'Wie oft',
  kinds: {
    minutes: 'Alle paar Minuten',
    hours: 'Alle paar Stunden',
    daily: 'Jeden Tag',
    workdays: 'Montag bis Freitag',
    weekly: 'An bestimmten Wochentagen',
    monthly: 'Einmal im Monat',
    cron: 'Benutzerdefiniert (Cron)',
  },
  every: 'Alle',
  minute: 'Minute',
  weekdays: 'Wochentage',
  monthDay: 'Tag des Monats',
  shortMonths: 'Entfällt in Monaten ohne diesen Tag.',
  time: 'Um',
  cron: 'Cron-Ausdruck',
  cronHint: 'Fünf Felder: Minute, Stunde, Tag, Monat, Wochentag. Zum Beispiel 30 8 * * MON-FRI.',
}
