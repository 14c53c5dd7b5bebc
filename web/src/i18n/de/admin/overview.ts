import type { Messages } from '../../en/index.ts'

export const overview: Messages['admin']['overview'] = {
  none: 'Noch nichts',
  oldest: (when) => `Das älteste: ${when}`,
  published: 'Veröffentlicht in 24 Stunden',
  ofPosts: (count) => `${count} gingen hinaus`,
  lateness: 'Verspätung, 99 von 100',
  half: (time) => `Die Hälfte in ${time}`,
  queue: 'Wartet auf die Veröffentlichung',
  webhooks: 'Webhooks in 24 Stunden',
  waiting: (count) => `${count} warten`,
  users: 'Konten',
  newUsers: (count) => `${count} neu in dieser Woche`,
  database: 'Datenbank',
  byNetwork: 'Nach Netzwerk, in 24 Stunden',
  nothingOut: 'In den letzten 24 Stunden ging nichts hinaus.',
  outOf: (published, failed) => `${published} hinaus, ${failed} nicht`,
  nodes: 'Wo es läuft',
  room: (disk, memory) => `${disk} frei · ${memory} Arbeitsspeicher`,
  silent: (when) => `Zuletzt gehört: ${when}`,
  alive: 'Läuft',
}
