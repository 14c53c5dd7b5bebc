import type { Messages } from '../en/index.ts'

const willBeHeld = (count: number): string =>
  count === 0
    ? 'Danach ist kein Beitrag geplant.'
    : count === 1
      ? '1 geplanter Beitrag wird gehalten.'
      : `${count} geplante Beiträge werden gehalten.`

export const calendar: Messages['calendar'] = {
  title: 'Kalender',
  view: 'Ansicht',
  views: { month: 'Monat', week: 'Woche', list: 'Liste' },
  today: 'Heute',
  previous: { month: 'Monat davor', week: 'Woche davor', list: 'Monat davor' },
  next: { month: 'Nächster Monat', week: 'Nächste Woche', list: 'Nächster Monat' },
  more: (count) => `+${count} weitere`,
  empty: 'Hier ist nichts geplant',
  emptyLead: 'Schreib einen Beitrag und gib ihm eine Zeit, dann steht er hier.',
  earlierDays: 'Frühere Tage',
  newHere: 'Beitrag für diesen Tag schreiben',
  dayHolds: (day, count) =>
    count === 0 ? `${day}, keine Beiträge` : count === 1 ? `${day}, 1 Beitrag` : `${day}, ${count} Beiträge`,
  notMoved: 'Der Beitrag wurde nicht verschoben.',
  inThePast: 'Diese Zeit ist vorbei. Wähl eine spätere.',
  moved: (when) => `Verschoben auf ${when}`,
  newTime: 'Neue Zeit',
  repeats: 'Wiederholung',
  now: (time) => `Jetzt, ${time}`,
  carrying: (when) => `${when}. Pfeile bewegen den Beitrag, Enter legt ihn ab, Escape lässt ihn, wo er war.`,
  keys: {
    month:
      'Pfeiltasten gehen durch die Tage, C schreibt einen Beitrag, M auf einem Beitrag nimmt ihn zum Verschieben auf.',
    week: 'Pfeiltasten gehen durch die Tage. M auf einem Beitrag nimmt ihn auf: hoch und runter um je eine Viertelstunde.',
  },
  bands: {
    title: 'Was beim Planen zu beachten ist',
    everything: 'Diese Marke',
    grant: (when, count) => `${when ? `endet ${when}.` : 'kann jetzt nicht veröffentlichen.'} ${willBeHeld(count)}`,
    quota: (when, until, count) =>
      `hat ${when ? `von ${when} ` : ''}bis ${until} keinen Platz mehr im Kontingent. ${
        count === 1 ? '1 geplanter Beitrag wartet' : `${count} geplante Beiträge warten`
      } bis dahin.`,
    plan: (when, count, requiredPlan) =>
      `${when ? `Dein Tarif endet ${when}, und diese Marke kann dann nur noch gelesen werden.` : 'Diese Marke liegt über dem Tarif, den ihr Besitzer hat.'} ${willBeHeld(count)}${
        requiredPlan ? ` Der Tarif ${requiredPlan} hat Platz für sie.` : ''
      }`,
    forward: (when, from, to) => `Die Uhren werden vorgestellt: ${when}. Die Zeit von ${from} bis ${to} entfällt.`,
    back: (when, from, to) => `Die Uhren werden zurückgestellt: ${when}. Die Zeit von ${from} bis ${to} kommt zweimal.`,
    short: {
      grant: (name, time) => (time ? `${name} endet ${time}` : `${name} wartet`),
      quota: (name, time) => (time ? `${name} ist voll ${time}` : `${name} ist voll`),
      plan: (_, time) => (time ? `Tarif endet ${time}` : 'Über dem Tarif'),
      forward: 'Uhren werden vorgestellt',
      back: 'Uhren werden zurückgestellt',
    },
    ways: { grant: 'Neu verbinden', quota: 'Woche proben', plan: 'Tarif ansehen', clock: 'Stunden ansehen' },
  },
  menu: 'Mehr zum Kalender',
  feed: {
    open: 'In einem Kalenderprogramm abonnieren…',
    title: 'Dein Plan in einem Kalenderprogramm',
    lead: 'Kalender von Google, Apple und Outlook können eine Adresse abonnieren und zeigen jeden geplanten Beitrag.',
    create: 'Adresse anlegen',
    address: 'Adresse',
    once: 'Kopier sie jetzt: sie wird nur einmal gezeigt. Wer sie hat, kann deinen Plan lesen.',
    made: (when) => `${when} angelegt`,
    revoke: 'Zurückziehen',
  },
}

export const queue: Messages['queue'] = {
  title: 'Warteschlange',
  lead: 'Alles, was als Nächstes erscheint, in seiner Reihenfolge.',
  byAccount: 'Nach Konto',
  allAccounts: 'Alle Konten',
  underWay: 'Unterwegs',
  count: (count) => `${count} Beiträge`,
  empty: 'Nichts wartet darauf zu erscheinen',
  emptyLead: 'Schreib einen Beitrag und gib ihm eine Zeit, oder veröffentliche ihn gleich.',
  emptyWithDrafts: (count) =>
    count === 1 ? 'Ein Entwurf könnte die Lücke füllen.' : `${count} Entwürfe könnten die nächsten Tage füllen.`,
  planDrafts: (count) => (count === 1 ? '1 Entwurf planen' : `${count} Entwürfe planen`),
  allScheduled: 'Alle geplanten Beiträge zeigen',
  look: 'Ansehen',
  tryNow: 'Jetzt versuchen',
  plan: {
    title: 'Entwürfe planen',
    lead: 'Jeder Entwurf bekommt die nächste freie Zeit. Nichts ist geplant, bevor du es sagst.',
    perDay: 'Beiträge am Tag',
    from: 'Erster Tag',
    slots: 'Tageszeiten',
    noSlots: 'Ohne eigene Zeiten werden deine besten Zeiten benutzt, oder über den Tag verteilte.',
    newSlot: 'Weitere Tageszeit',
    addSlot: 'Zeit hinzufügen',
    notAdded: 'Füge diese Zeit hinzu, oder leere das Feld.',
    removeSlot: (time) => `${time} entfernen`,
    drafts: 'Entwürfe und ihre Zeiten',
    apply: (count) => (count === 1 ? '1 Beitrag planen' : `${count} Beiträge planen`),
    done: (count) => (count === 1 ? '1 Beitrag ist geplant' : `${count} Beiträge sind geplant`),
  },
}

export const recurring: Messages['recurring'] = {
  title: 'Wiederkehrende Beiträge',
  lead: 'Beiträge, die immer wieder erscheinen: das Wochenangebot, die Öffnungszeiten.',
  create: 'Beitrag wiederholen',
  editTitle: 'Zeitplan ändern',
  empty: 'Noch wiederholt sich nichts',
  emptyLead: 'Wähl einen Beitrag und einen Rhythmus. Jedes Mal veröffentlicht Posthorn eine frische Kopie davon.',
  status: { active: 'Aktiv', paused: 'Pausiert', ended: 'Zu Ende', cancelled: 'Gelöscht' },
  next: (when, distance) => `Nächstes Mal: ${when}, ${distance}`,
  runs: (count) => (count === 1 ? 'einmal erschienen' : `${count}-mal erschienen`),
  neverRan: 'noch nicht erschienen',
  inZone: (zone) => `Zeit in ${zone}`,
  templateGone: 'Den Beitrag, der wiederholt wurde, gibt es nicht mehr.',
  nextRuns: 'Nächste Termine',
  noRuns: 'Dieser Zeitplan hat keine Termine mehr.',
  skip: 'Auslassen',
  move: 'Verschieben…',
  moveTitle: 'Diesen einen Termin verschieben',
  restore: 'Wieder wie geplant',
  skipped: 'ausgelassen',
  moved: (from) => `verschoben von ${from}`,
  runActions: (when) => `${when} ändern`,
  actions: (name) => `Aktionen für „${name}“`,
  edit: 'Zeitplan ändern',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  remove: 'Löschen',
  removeTitle: 'Diesen Zeitplan löschen?',
  removeLead: 'Der Beitrag erscheint nicht mehr von selbst. Was er veröffentlicht hat, bleibt.',
  failed: 'Der Zeitplan wurde nicht geändert.',
  openPost: 'Beitrag öffnen',
  form: {
    post: 'Beitrag',
    postHint: 'Jedes Mal erscheint eine Kopie dieses Beitrags, wie er dann ist. Du kannst ihn jederzeit bearbeiten.',
    noPosts: 'Es gibt noch keinen Beitrag zum Wiederholen. Schreib einen und speichere ihn als Entwurf.',
    name: 'Name',
    nameHint: 'Freiwillig. Zum Beispiel „Montagsgruß“.',
    zone: 'Zeitzone',
    ownZone: (zone) => `Meine${zone && ` (${zone})`}, auch wenn ich sie ändere`,
    authorsZone: (zone) => `Die der Person, die das eingerichtet hat${zone && ` (${zone})`}, auch wenn sie sich ändert`,
    end: 'Endet',
    ends: { never: 'Nie', date: 'An einem Tag', count: 'Nach einer Anzahl' },
    endAt: 'Letzter Tag',
    maxRuns: 'Wie viele Male',
    preview: 'Er erscheint',
    start: 'Wiederholung starten',
  },
}

export const rehearsal: Messages['rehearsal'] = {
  open: 'Die Woche proben',
  title: 'Probe',
  lead: 'Was aus deinem Plan wird, bevor es geschieht. Nichts wird gesendet.',
  span: 'Tage der Probe',
  days: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  empty: 'In diesen Tagen ist nichts geplant',
  emptyLead: 'Plane einen Beitrag, und sieh hier, wann er erscheint und was ihm im Weg steht.',
  verdicts: { on_time: 'Pünktlich', later: 'Später', stopped: 'Würde nicht erscheinen' },
  goesOut: (when) => `Erscheint ${when}`,
  ends: (when) =>
    `Die Anmeldung dieses Kontos endet ${when}, der Beitrag würde also warten. Verbinde es vorher noch einmal.`,
  more: 'In diesen Tagen sind noch mehr Beiträge geplant. Die ersten 200 werden gezeigt.',
  limits:
    'Berechnet aus den Grenzen der Netzwerke, dem schon Veröffentlichten und deinen Konten, wie sie jetzt sind. Dass ein Netzwerk ausfällt oder ablehnt, lässt sich nicht vorhersehen.',
}

export const rhythm: Messages['rhythm'] = {
  words: {
    minutes: (every) => (every === 1 ? 'Jede Minute' : `Alle ${every} Minuten`),
    hours: (every, minute) => `${every === 1 ? 'Jede Stunde' : `Alle ${every} Stunden`} zur Minute ${minute}`,
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
    cron: 'Mein eigener Cron-Ausdruck',
  },
  every: 'Alle',
  minute: 'Zur Minute',
  weekdays: 'An diesen Tagen',
  monthDay: 'Tag des Monats',
  shortMonths: 'Monate ohne diesen Tag werden ausgelassen.',
  time: 'Um',
  cron: 'Cron-Ausdruck',
  cronHint: 'Fünf Felder: Minute, Stunde, Tag, Monat, Wochentag. Zum Beispiel 30 8 * * MON-FRI.',
}
