import type { Words } from './en.ts'

export const de: Words = {
  language: 'de',
  locale: 'de-DE',
  title: (name) => `Ein Beitrag von ${name}`,
  states: {
    published: 'Veröffentlicht',
    draft: 'Entwurf',
    failed: 'Nicht veröffentlicht',
    scheduled: 'Geplant',
    underWay: 'Wird gerade veröffentlicht',
  },
  plannedFor: (time) => `geplant für ${time}`,
  worksUntil: (time) => `Dieser Link gilt bis ${time}.`,
  noAccount: 'kein Konto verbunden',
  seeThere: 'Dort ansehen',
  approximate:
    'Die Vorschauen sind ungefähr: Zeilenumbrüche, Bildausschnitte und Linkkarten bestimmt jedes Netzwerk selbst.',
  question: 'Was meinst du?',
  name: 'Dein Name',
  comment: 'Kommentar',
  commentHint: 'Was soll anders werden?',
  send: 'Kommentieren',
  fine: 'Passt für mich',
  gone: 'Dieser Link gilt nicht mehr',
  goneLead:
    'Er wurde widerrufen, ist abgelaufen, oder der Beitrag wurde gelöscht. Bitte die Person, die ihn geschickt hat, um einen neuen.',
  notSaved: 'Dein Kommentar wurde nicht gespeichert',
  reasonOf: (code, said) => reasons[code] ?? said,
}

const reasons: Readonly<Record<string, string>> = {
  share_comments_off: 'Dieser Link nimmt keine Kommentare an.',
  share_comments_full: 'Dieser Beitrag hat schon so viele Kommentare, wie er haben kann.',
  validation_failed: 'Gib deinen Namen an, und schreib etwas oder drück „Passt für mich“.',
}
