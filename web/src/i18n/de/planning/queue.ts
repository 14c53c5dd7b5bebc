import type { Messages } from '../../en/index.ts'

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
