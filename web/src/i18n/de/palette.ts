import type { Messages } from '../en/index.ts'

export const palette: Messages['palette'] = {
  open: 'Suchen und springen',
  label: 'Zu einer Seite gehen, etwas tun oder einen Beitrag finden',
  none: 'Nichts gefunden.',
  groups: { places: 'Gehe zu', actions: 'Tun', profiles: 'Marken', posts: 'Beiträge' },
  actions: { light: 'Helles Aussehen', dark: 'Dunkles Aussehen', keys: 'Tasten zeigen' },
  keys: {
    title: 'Tasten',
    lead: 'Sie wirken, solange du nicht schreibst.',
    palette: 'Suchen und springen',
    compose: 'Neuen Beitrag schreiben',
    help: 'Tasten zeigen',
    search: 'Suchen, auf Seiten mit einer Suche',
    today: 'Heute, im Kalender',
    months: 'Voriger und nächster Monat, im Kalender',
    close: 'Schließen, was offen ist',
  },
}
