import type { AreaMessages } from '../../en/index.ts'

export const stock: AreaMessages['stock'] = {
  library: 'Mediathek',
  places: 'Auswählen aus',
  find: 'Suchen',
  provider: 'Anbieter',
  privacy: (provider) =>
    `Deine Suchwörter gehen über diesen Dienst an ${provider}. Wer du bist, erfährt ${provider} nicht.`,
  creditInText: 'Im Text nennen',
  play: 'GIFs abspielen',
  more: 'Mehr laden',
  source: 'Quelle',
  license: 'Lizenz',
  kinds: {
    photo: {
      title: 'Stockfotos',
      search: 'Freie Fotos suchen',
      results: 'Gefundene Fotos',
      none: 'Keine Fotos gefunden. Versuche andere Wörter.',
      providedBy: (provider) => `Fotos bereitgestellt von ${provider}`,
      credit: (author, provider) => `Foto von ${author} auf ${provider}`,
      add: (author, altText) => `Foto von ${author} hinzufügen${altText === '' ? '' : `: ${altText}`}`,
      added: (author) => `Foto von ${author} hinzugefügt`,
    },
    gif: {
      title: 'GIFs',
      search: 'GIFs suchen',
      results: 'Gefundene GIFs',
      none: 'Keine GIFs gefunden. Versuche andere Wörter.',
      providedBy: (provider) => `Powered by ${provider}`,
      credit: (author, provider) => (author === '' ? `GIF über ${provider}` : `GIF von ${author} über ${provider}`),
      add: (author, altText) =>
        `${author === '' ? 'GIF hinzufügen' : `GIF von ${author} hinzufügen`}${altText === '' ? '' : `: ${altText}`}`,
      added: (author) => (author === '' ? 'GIF hinzugefügt' : `GIF von ${author} hinzugefügt`),
    },
  },
}
