import type { Messages } from '../../en/index.ts'

export const flags: Messages['admin']['flags'] = {
  known: {
    'member-invites': {
      name: 'Einladungen zu Marken',
      about: 'Admins einer Marke dürfen Mitglieder einladen. Verschickte Einladungen bleiben gültig, wenn es aus ist.',
    },
  },
  onFor: 'Eingeschaltet für',
  reach: {
    all: { name: 'Alle' },
    some: { name: 'Einige' },
    nobody: { name: 'Niemanden' },
  },
  percentage: 'Anteil in Prozent',
  percentageHint: 'Ein größerer Anteil behält, wer im kleineren war. Leer: nur die Konten unten.',
  plans: 'Von den Tarifen',
  plansHint: 'Durch Kommas getrennt. Leer: von allen.',
  users: 'Und diese Konten',
  usersHint: 'Ihre Ids, eine je Zeile. Du findest sie unter Konten.',
  changed: (when) => `Geändert ${when} von`,
  byApi: 'Die Regeln dieses Schalters kommen aus der API und sagen mehr, als diese Seite zeigen kann:',
}
