import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const saving: Messages['saving'] = {
  label: 'Speichern',
  edited: 'Geändert',
  saving: 'Speichert…',
  saved: 'Gespeichert',
  held: 'Hier aufbewahrt · „Aktualisieren“ drücken',
  conflict: 'Von jemand anderem geändert',
  refused: 'Nicht gespeichert',
  waiting: {
    offline: 'Offline, hier aufbewahrt',
    busy: 'Hier aufbewahrt, speichert gleich',
    fault: 'Hier aufgehoben, Posthorn hat einen Fehler gemacht',
    'signed-out': 'Hier aufbewahrt, zum Speichern anmelden',
  },
  tryNow: (words) => `${words}. Jetzt versuchen`,
  faultNote:
    'Posthorn hat beim Speichern einen Fehler gemacht. Deine Worte sind in diesem Browser aufgehoben, und es wird von selbst wieder versucht.',
  refusedTitle: 'Dein Text ist in diesem Browser aufbewahrt, aber der Entwurf konnte nicht gespeichert werden.',
  copyWords: 'Text kopieren',
  keepAsNew: 'Als neuen Entwurf behalten',
  alsoEditing: (names, count) => `${names} ${count === 1 ? 'bearbeitet' : 'bearbeiten'} diesen Beitrag gerade auch.`,
  otherEditors: (count) => plural('de', count, { one: 'weitere Person', other: 'weitere' }),
  restored: (when) => `Wir haben zurückgeholt, was du hier am ${when} geschrieben hast.`,
  merged: (fields) => `Jemand anderes hat diesen Beitrag geändert, während du schriebst. Übernommen: ${fields}.`,
  goesOutIn: (seconds) =>
    `Dieser Beitrag geht in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} so hinaus, wie er zuletzt gespeichert wurde. Drücke jetzt „Aktualisieren“, damit deine Änderungen dabei sind.`,
  goesOutNow: 'Dieser Beitrag geht gerade so hinaus, wie er zuletzt gespeichert wurde.',
  compare: 'Vergleichen',
  conflictTitle: 'Zwei Fassungen desselben Beitrags',
  conflictLead:
    'Jemand anderes hat diesen Beitrag geändert, während du schriebst. Nichts ist verloren: Wähle, was bleibt.',
  sides: { mine: 'Deine', theirs: 'Die andere' },
  choose: { mine: 'Meine behalten', theirs: 'Die andere nehmen', both: 'Beide behalten' },
  settle: 'Damit weitermachen',
  nothing: 'Nichts',
  fields: {
    content: 'Text',
    title: 'Titel',
    link: 'Link',
    firstComment: 'Erster Kommentar',
    language: 'Sprache',
    format: 'Art des Beitrags',
    at: 'Zeit',
    media: 'Bilder und Videos',
    thread: 'Thread',
    accountIds: 'Konten',
    others: 'Konten',
    own: 'Eigener Text eines Kontos',
  },
}
