import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

export const library: Messages['library'] = {
  title: 'Medien',
  lead: 'Bilder und Videos dieser Marke.',
  add: 'Dateien hinzufügen',
  drop: 'Dateien hier ablegen',
  search: 'Medien suchen',
  kinds: { all: 'Alle', pictures: 'Bilder', videos: 'Videos' },
  kindsLabel: 'Dateityp',
  uses: { any: 'Alle', used: 'Verwendet', unused: 'Nicht verwendet' },
  usesLabel: 'In Beiträgen verwendet',
  empty: 'Noch keine Dateien',
  emptyLead: 'Zieh Bilder und Videos auf diese Seite. Was du Beiträgen hinzufügst, wird auch hier gespeichert.',
  noneFound: 'Keine passenden Dateien',
  more: 'Mehr laden',
  hasAlt: 'Alternativtext',
  noAlt: 'Kein Alternativtext',
  uploads: 'Uploads',
  uploading: (name, percent) => `${name}: ${percent}`,
  cancel: (name) => `Hochladen von ${name} abbrechen`,
  retry: (name) => `${name} erneut hochladen`,
  stopped: (name) => `${name} konnte nicht hochgeladen werden`,
  alt: 'Alternativtext',
  altHint: 'Beschreibe, was die Datei zeigt. Der Text wird mit jedem Beitrag gesendet, der sie verwendet.',
  labels: 'Labels',
  facts: { type: 'Typ', size: 'Größe', added: 'Hinzugefügt' },
  pixels: (width, height) => `${width} × ${height} Pixel`,
  seconds: (count) => plural('de', count, { one: 'Sekunde', other: 'Sekunden' }),
  remove: 'Löschen',
  unused: 'In keinem Beitrag verwendet.',
  usedIn: (count) => (count === 1 ? 'In 1 Beitrag verwendet' : `In ${count} Beiträgen verwendet`),
  usedElsewhere: (count) =>
    count === 1
      ? 'Und in 1 Beitrag, auf den du keinen Zugriff hast.'
      : `Und in ${count} Beiträgen, auf die du keinen Zugriff hast.`,
  inTrash: 'Im Papierkorb',
  inUseTitle: (name) => `${name} wird verwendet`,
  inUseLead:
    'Entferne die Datei aus den Beiträgen, die sie verwenden (oder leere den Papierkorb), und lösche sie dann.',
  removeTitle: (name) => `${name} löschen?`,
  removeLead: 'Das lässt sich nicht rückgängig machen. Dateien in Beiträgen können nicht gelöscht werden.',
  removed: (name) => `${name} gelöscht`,
}
