import type { Messages } from '../../en/index.ts'

export const sharing: Messages['sharing'] = {
  title: 'Links zum Teilen',
  lead: 'Zeig den Beitrag Menschen ohne Konto, wie ihn jedes Netzwerk zeigen wird.',
  create: 'Neuer Link',
  createLead: 'Wer den Link hat, sieht den Beitrag, bis der Link endet oder du ihn zurückziehst.',
  link: 'Link',
  views: (count) => (count === 1 ? '1-mal angesehen' : `${count}-mal angesehen`),
  withComments: 'mit Kommentaren',
  withoutComments: 'ohne Kommentare',
  until: (when) => `gilt bis ${when}`,
  forGood: 'endet nicht',
  revoke: 'Zurückziehen',
  works: 'Gilt',
  lives: { week: 'Eine Woche', month: 'Einen Monat', never: 'Bis ich ihn zurückziehe' },
  allowComments: 'Kommentare sind erlaubt',
  make: 'Link anlegen',
  comments: 'Kommentare',
  fine: 'Einverstanden',
  removeComment: (name) => `Kommentar von ${name} entfernen`,
}

export const fanOut: Messages['fanOut'] = {
  open: 'Fassungen für andere Profile…',
  title: 'Fassungen für andere Profile',
  lead: 'Jedes Profil bekommt einen eigenen Entwurf für seine eigenen Konten. Alle entstehen, oder keiner.',
  noOthers: 'Du hast noch kein weiteres Profil. Leg eines an, wenn du eine zweite Marke führst.',
  ownText: (profile) => `Eigener Text für ${profile}`,
  make: (count) =>
    count === 0 ? 'Fassungen anlegen' : count === 1 ? '1 Fassung anlegen' : `${count} Fassungen anlegen`,
}

export const recycling: Messages['recycling'] = {
  title: 'Wieder veröffentlichen',
  lead: 'Bringt den Beitrag alle paar Tage zurück, bis du es beendest.',
  isOn: (days) => `Kommt alle ${days} Tage zurück.`,
  days: 'Alle so viele Tage',
  variations: 'Andere Worte, der Reihe nach',
  variationsHint: 'Lass zwischen zwei Texten eine Zeile leer.',
  repeatsRefused: 'X weist einen Text zurück, der dort schon stand. Gib ihm andere Worte.',
  open: 'Einrichten',
  start: 'Beginnen',
  change: 'Speichern',
  confirm: 'Trotzdem',
  stop: 'Beenden',
}
