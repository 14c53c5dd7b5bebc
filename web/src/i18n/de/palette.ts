import type { Messages } from '../en/index.ts'

export const palette: Messages['palette'] = {
  open: 'Suchen und springen',
  label: 'Zu einer Seite gehen, etwas tun oder einen Beitrag finden',
  none: 'Nichts gefunden.',
  groups: { places: 'Gehe zu', actions: 'Tun', profiles: 'Marken', posts: 'Beiträge' },
  actions: {
    light: 'Helles Aussehen',
    dark: 'Dunkles Aussehen',
    keys: 'Tasten zeigen',
    asCode: 'Diese Seite als Code zeigen',
  },
  keys: {
    title: 'Tasten',
    lead: 'Sie wirken, solange du nicht schreibst.',
    palette: 'Suchen und springen',
    compose: 'Neuen Beitrag schreiben',
    help: 'Tasten zeigen',
    asCode: 'Diese Seite als Code',
    search: 'Suchen, auf Seiten mit einer Suche',
    today: 'Heute, im Kalender',
    months: 'Voriger und nächster Monat, im Kalender',
    close: 'Schließen, was offen ist',
  },
  asCode: {
    open: 'Als Code',
    title: 'Diese Seite als Code',
    lead: 'Die Aufrufe hinter dieser Seite, für deine Programme. Sie brauchen einen API-Schlüssel in POSTHORN_API_KEY.',
    form: 'Als',
    forms: { curl: 'curl', typescript: 'TypeScript', cli: 'Befehlszeile', mcp: 'Agent (MCP)' },
    none: {
      cli: (operation) => `${operation}: Dafür hat die Befehlszeile keine Aufgabe. Nimm curl oder TypeScript.`,
      mcp: (operation) => `${operation}: Dafür haben Agenten kein Werkzeug. Nimm curl oder TypeScript.`,
    },
    keys: 'API-Schlüssel',
    reference: 'API-Referenz',
  },
}
