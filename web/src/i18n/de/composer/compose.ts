import type { Messages } from '../../en/index.ts'

export const compose: Messages['compose'] = {
  title: 'Neuer Beitrag',
  editTitle: 'Beitrag bearbeiten',
  accounts: 'Konten',
  findAccount: 'Konto suchen',
  noSuchAccount: 'Kein Konto heißt so.',
  reconnect: (network) => `${network} verweigert den Zugriff. Beiträge dorthin warten, bis es neu verbunden ist.`,
  noAccounts: 'Verbinde zuerst ein Konto. Dann kannst du von hier aus veröffentlichen.',
  text: 'Was möchtest du sagen?',
  all: 'Alle',
  ownText: (network) => `Eigener Text für ${network}`,
  reset: 'Gemeinsamen Text verwenden',
  textFor: 'Text für',
  hasOwn: 'mit eigenem Text',
  room: 'Verbleibend',
  tooLongFor: (network) => `Zu lang für ${network}.`,
  left: (count) => `noch ${count.toLocaleString('de')}`,
  over: (count) => `${count.toLocaleString('de')} zu viel`,
  moreCounters: (count) => `${count} weitere`,
  fewerCounters: 'Weniger zeigen',
  issues: 'Bitte ansehen',
  noIssues: 'Alles bereit.',
  inOptions: 'Wähle unter „Optionen der Netzwerke“.',
  samePost: (state, when) =>
    state === 'published'
      ? `Derselbe Beitrag wurde am ${when} veröffentlicht.`
      : state === 'unknown'
        ? `Derselbe Beitrag wurde vielleicht am ${when} veröffentlicht.`
        : `Derselbe Beitrag ist für ${when} geplant.`,
  similarPost: (state, when) =>
    state === 'published'
      ? `Fast derselbe Text wurde am ${when} veröffentlicht.`
      : `Fast derselbe Text ist für ${when} geplant.`,
  openSamePost: 'Diesen Beitrag öffnen',
  confirm: 'Trotzdem veröffentlichen',
  places: (count) => `(an ${count} Stellen)`,
  saveDraft: 'Entwurf speichern',
  publishTo: (count) => (count === 1 ? 'Auf 1 Konto veröffentlichen' : `Auf ${count} Konten veröffentlichen`),
  scheduleFor: (count, when) => `Für ${count} planen · ${when}`,
  update: (when) => `Aktualisieren · ${when}`,
  checkTime: 'Zeit prüfen',
  unreadTime: 'Posthorn kann die getippte Zeit nicht lesen. Berichtige sie, oder leere das Feld.',
  unreadField: (name) => `Posthorn kann „${name}“ nicht lesen. Berichtige das Feld, oder leere es.`,
  now: 'Stattdessen jetzt veröffentlichen',
  backToDraft: 'Wieder zum Entwurf machen',
  backToWriting: 'Zurück zum Schreiben',
  moreWays: 'Weitere Möglichkeiten',
  undoTime: 'Zeit zum Zurücknehmen von „Jetzt“',
  undoSeconds: (seconds) => (seconds === 0 ? 'Keine' : `${seconds} Sekunden`),
  goesOutIn: (seconds) => `Geht in ${seconds} Sekunden hinaus`,
  notTakenBack: 'Zum Zurücknehmen war es zu spät',
  chooseAccount: 'Wähle mindestens ein Konto.',
  writeFirst: 'Schreib zuerst etwas, oder füge eine Datei hinzu.',
  stillUploading: 'Dateien werden noch hochgeladen.',
  settleFirst: 'Jemand anderes hat diesen Beitrag geändert. Vergleiche zuerst die beiden Fassungen.',
  fixFirst: (count) =>
    count === 1 ? 'Zuerst muss ein Punkt behoben werden.' : `Zuerst müssen ${count} Punkte behoben werden.`,
  confirmFirst: (count) =>
    count === 1 ? 'Eine Warnung wartet auf deine Bestätigung.' : `${count} Warnungen warten auf deine Bestätigung.`,
}
