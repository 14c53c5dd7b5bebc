import type { Messages } from '../../en/index.ts'

export const details: Messages['details'] = {
  title: 'Mehr',
  lead: 'Link, Titel, erster Kommentar, Sprache',
  link: 'Link',
  kind: 'Art des Beitrags',
  postTitle: 'Titel',
  firstComment: 'Erster Kommentar',
  language: 'Sprache',
  languageHint: 'Ein Kürzel wie de oder pt-BR',
  usedBy: (networks) => `Verwendet von ${networks}`,
  kinds: {
    post: 'Beitrag',
    carousel: 'Karussell',
    story: 'Story',
    reel: 'Reel',
    short: 'Kurzvideo',
    pin: 'Pin',
    article: 'Artikel',
  },
}
