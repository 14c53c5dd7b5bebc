import type { Messages } from '../en/index.ts'

export const calendar: Messages['calendar'] = {
  title: 'Kalender',
  today: 'Heute',
  previous: 'Früher',
  next: 'Später',
  month: 'Monat',
  week: 'Woche',
  list: 'Liste',
  more: (count) => `${count} weitere`,
  empty: 'Hier ist nichts geplant.',
  newHere: 'Beitrag für diesen Tag schreiben',
}
