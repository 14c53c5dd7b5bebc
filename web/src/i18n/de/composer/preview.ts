import type { Messages } from '../../en/index.ts'

export const preview: Messages['preview'] = {
  title: 'Vorschau',
  of: (network) => `Vorschau für ${network}`,
  empty: 'Wähle ein Konto, um zu sehen, wie der Beitrag aussehen wird.',
  unwritten: 'Schreib los, und sieh hier, wie jedes Netzwerk es zeigen wird.',
  approximate: 'Eine ungefähre Vorschau dessen, was gesendet wird. Das Netzwerk entscheidet, wie es aussieht.',
  showDark: 'Dunkel zeigen',
  showLight: 'Hell zeigen',
  more: 'mehr',
  rejected: () => 'Das Netzwerk nimmt diese Datei nicht.',
  linkTitle: 'Titel der Seite',
  quotedPost: 'Zitierter Beitrag',
  pollEnds: (length) => `Die Abstimmung endet ${length} nach dem Erscheinen`,
  justNow: 'Jetzt',
  linkedinBar: 'Gefällt mir · Kommentieren · Teilen · Senden',
  facebookBar: 'Gefällt mir · Kommentieren · Teilen',
  needsMedia: 'Braucht ein Bild oder ein Video',
  needsVideo: 'Braucht ein Video',
  needsTitle: 'Braucht einen Titel',
  noBoard: 'Keine Pinnwand gewählt',
  noPrivacy: 'Noch hat niemand gewählt, wer dies sehen darf.',
}
