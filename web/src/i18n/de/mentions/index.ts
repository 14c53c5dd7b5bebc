import type { AreaMessages } from '../../en/index.ts'

export const mentions: AreaMessages['mentions'] = {
  title: 'Erwähnungen',
  saved: 'Texte',
  book: 'Erwähnungsbuch',
  parts: 'Textbausteine und Erwähnungen',
  lead: 'Personen und Firmen mit ihrem Namen in jedem Netzwerk. Tippe @ in einen Beitrag, um sie zu erwähnen.',
  empty: 'Noch keine Erwähnungen',
  new: 'Erwähnung hinzufügen',
  addNamed: (name) => `„${name}“ ins Buch aufnehmen`,
  editTitle: 'Erwähnung bearbeiten',
  name: 'Name',
  nameHint: 'Für LinkedIn genau so, wie das Konto dort heißt.',
  handleOn: (network) => `Kontoname auf ${network}`,
  urnOn: (network) => `ID auf ${network}`,
  edit: (name) => `„${name}“ bearbeiten`,
  remove: (name) => `„${name}“ löschen`,
  removeTitle: (name) => `„${name}“ löschen?`,
  removeLead: 'Beiträge mit dieser Erwähnung ändern sich nicht. Das lässt sich nicht rückgängig machen.',
  confirm: 'Erwähnung löschen',
  fromBook: 'Buch',
  notFound: (network) => `${network} konnte nicht suchen. Diese Namen sind aus dem Buch.`,
}
