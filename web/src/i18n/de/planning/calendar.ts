import type { Messages } from '../../en/index.ts'

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
