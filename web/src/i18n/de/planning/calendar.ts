import type { Messages } from '../../en/index.ts'

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
  ends: (when, count) =>
    `kann bis ${when} veröffentlichen. ${count === 1 ? '1 geplanter Beitrag wartet' : `${count} geplante Beiträge warten`} danach, bis du es neu verbindest.`,
  held: (accounts) => `${accounts} kann an diesem Tag nicht veröffentlichen`,
  clocksForward: 'An diesem Tag werden die Uhren vorgestellt',
  clocksBack: 'An diesem Tag werden die Uhren zurückgestellt',
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
