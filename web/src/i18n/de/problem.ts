import type { Messages } from '../en/index.ts'

export const problem: Messages['problem'] = {
  titles: {
    noAnswer: 'Posthorn antwortet nicht',
    busy: 'Posthorn ist ausgelastet',
    tooOften: 'Das war zu oft',
    ours: 'Posthorn hat einen Fehler gemacht',
    plan: 'Hier endet dein Tarif',
    role: 'Deine Rolle erlaubt das nicht',
    operatorRole: 'Das dürfen nur die Betreiber dieses Posthorns',
    factor: 'Das braucht einen zweiten Faktor',
    code: 'Es fehlt ein Code',
    wrongCode: 'Der Code passt nicht',
    signInAgain: 'Melde dich erst noch einmal an',
    disabled: 'Dein Konto ist gesperrt',
    notYours: 'Das gehört jemand anderem',
    key: 'Der Schlüssel eines Programms kann das nicht',
    switchedOff: 'Das ist ausgeschaltet',
    gone: 'Das gibt es hier nicht mehr',
    refused: 'Das hat nicht geklappt',
    unknown: 'Diese Seite hat einen Fehler gemacht',
  },
  texts: {
    gone: 'Vielleicht wurde es gelöscht, oder du darfst es nicht mehr sehen.',
    noAnswer:
      'Vielleicht bist du offline, oder Posthorn wird gerade neu gestartet. Nichts, was du geschrieben hast, geht verloren.',
    ours: 'Es liegt nicht an dir, und nichts, was du geschrieben hast, geht verloren. Versuch es noch einmal. Passiert es wieder, gib den Betreibern dieses Posthorns die Nummer der Anfrage.',
    factor:
      'Eine App auf deinem Telefon, die jede halbe Minute einen neuen Code zeigt. Einrichten dauert zwei Minuten.',
    code: 'Gib den Code ein, den deine Authenticator-App zeigt, oder einen deiner Wiederherstellungscodes.',
    wrongCode: 'Er ist vertippt, zu alt oder schon benutzt. Warte auf den nächsten in deiner App.',
    signInAgain: 'Das ist so wichtig, dass du dich in den letzten 15 Minuten angemeldet haben musst.',
    disabled:
      'Die Betreiber dieses Posthorns haben es gesperrt. Bitte sie, es wieder freizugeben. Was du geschrieben hast, bleibt bis dahin in diesem Browser.',
  },
  ways: {
    plan: 'Tarif und Grenzen ansehen',
    role: 'Sehen, wer hier arbeitet',
    factor: 'Zweiten Faktor einrichten',
    key: 'Deine API-Schlüssel ansehen',
    start: 'Zur Startseite',
    signInAgain: 'Noch einmal anmelden',
  },
  signInLead: 'Drück danach den Knopf noch einmal. Auf der Seite geht nichts verloren.',
  retryIn: (seconds: number) => `Noch einmal in ${seconds} s`,
  retryNow: 'Du kannst es jetzt noch einmal versuchen.',
  request: 'Anfrage',
  copyRequest: 'Die Nummer der Anfrage kopieren',
}
