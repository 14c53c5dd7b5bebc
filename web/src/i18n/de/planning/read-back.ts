import type { Messages } from '../../en/index.ts'

export const readBack: Messages['readBack'] = {
  title: (network) => `Jetzt bei ${network}`,
  same: 'Genau wie gesendet',
  differs: 'Weicht vom Gesendeten ab',
  missing: 'Gesendet, aber nicht dort',
  added: 'Dort, aber nicht gesendet',
  cut: '… Mehr gibt das Netzwerk nicht zurück.',
  noFiles: 'Das Netzwerk nennt die Dateien nicht.',
  fileMissing: 'nicht dort',
  fileAdded: 'nicht gesendet',
  fileOther: 'eine andere Art von Datei',
  altOther: 'eine andere Beschreibung',
  state: { gone: 'Das Netzwerk hat ihn nicht mehr.', closed: 'Das Netzwerk lässt Apps ihn nicht lesen.' },
  unread: {
    not_published: (_network) => 'Noch ist nichts davon draußen.',
    no_id: (network) => `${network} hat nicht gesagt, welcher Beitrag es ist. Er lässt sich darum nicht lesen.`,
    network_closed: (network) => `${network} lässt Apps diesen Beitrag nicht lesen. Öffne ihn dort, um zu vergleichen.`,
    reads_cost: (network) => `${network} berechnet das Lesen, und der Betreiber hat diesen Monat nichts mehr übrig.`,
    account_lost: (_network) => 'Verbinde das Konto neu, um den Beitrag dort zu lesen.',
    network_away: (network) => `${network} hat nicht geantwortet. Sieh in einer Minute wieder nach.`,
  },
  readAt: (time) => `Gelesen um ${time}`,
}
