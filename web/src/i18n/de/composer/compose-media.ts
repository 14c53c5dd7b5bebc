import type { Messages } from '../../en/index.ts'

export const composeMedia: Messages['composeMedia'] = {
  title: 'Bilder und Videos',
  add: 'Bild hinzufügen',
  addLong: 'Bilder oder ein Video hinzufügen',
  dropHere: 'Loslassen, um die Dateien hinzuzufügen',
  fromLibrary: 'Aus der Mediathek',
  fromUrl: 'Aus dem Netz',
  altText: 'Beschreibe dies für Menschen, die es nicht sehen können',
  hasAlt: 'Alt ✓',
  noAlt: 'Ohne Alternativtext',
  file: (nth) => `Datei ${nth}`,
  earlier: (name) => `${name} nach vorn`,
  later: (name) => `${name} nach hinten`,
  uploading: (percent) => `Lädt hoch, ${percent} %`,
  libraryTitle: 'Aus der Mediathek wählen',
  libraryEmpty: 'Noch nichts da. Dateien, die du Beiträgen hinzufügst, bleiben in der Mediathek.',
  more: 'Mehr zeigen',
  urlTitle: 'Datei aus dem Netz hinzufügen',
  urlLead: 'Posthorn holt die Datei und behält eine Kopie.',
  url: 'Adresse der Datei',
  fetch: 'Datei holen',
}
