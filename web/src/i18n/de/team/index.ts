import type { AreaMessages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const team: AreaMessages['team'] = {
  title: 'Teamkommentare',
  lead: 'Mitglieder dieser Marke lesen sie, Kunden mit Vorschaulink nicht.',
  label: 'An dein Team schreiben',
  hint: 'Nur dein Team kann das lesen. Mit @ erwähnst du jemanden.',
  send: 'Senden',
  save: 'Speichern',
  reply: 'Antworten',
  replyTo: (name) => `Antworten: ${name}`,
  replyLabel: 'Deinem Team antworten',
  resolve: 'Erledigt',
  resolveOf: (name) => `Erledigt: Thread von ${name}`,
  reopen: 'Wieder öffnen',
  reopenOf: (name) => `Wieder öffnen: Thread von ${name}`,
  resolved: (count) => plural('de', count, { one: 'erledigter Thread', other: 'erledigte Threads' }),
  edit: 'Bearbeiten',
  editLabel: 'Deinen Kommentar bearbeiten',
  remove: 'Löschen',
  removeOf: (name) => `Löschen: Kommentar von ${name}`,
  removeTitle: 'Diesen Kommentar löschen?',
  removeLead: 'Das lässt sich nicht rückgängig machen.',
  edited: 'bearbeitet',
  deleted: 'Kommentar gelöscht',
  former: 'Ehemaliges Mitglied',
  people: 'Mitglieder',
}
