import type { Messages } from '../en/index.ts'

export const calendar: Messages['calendar'] = {
  title: 'Kalender',
  today: 'Heute',
  previous: 'Früher',
  next: 'Später',
  month: 'Monat',
  list: 'Liste',
  more: (count) => `${count} weitere`,
  empty: 'Hier ist nichts geplant.',
  newHere: 'Beitrag für diesen Tag schreiben',
  notMoved: 'Der Beitrag wurde nicht verschoben.',
  moved: (when) => `Verschoben auf ${when}`,
  newTime: 'Neue Zeit',
}
