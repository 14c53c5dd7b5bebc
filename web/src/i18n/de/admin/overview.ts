import type { Messages } from '../../en/index.ts'

export const overview: Messages['admin']['overview'] = {
  none: 'Noch nichts',
  oldest: (when) => `Das älteste: ${when}`,
  published: 'Veröffentlicht in 24 Stunden',
  ofPosts: (count) => `${count} erschienen`,
  lateness: 'Verspätung, 99. Perzentil',
  half: (time) => `Die Hälfte in ${time}`,
  queue: 'Warten auf Veröffentlichung',
  webhooks: 'Webhooks in 24 Stunden',
  waiting: (count) => `${count} warten`,
  users: 'Benutzer',
  newUsers: (count) => `${count} neu in dieser Woche`,
  database: 'Datenbank',
  byNetwork: 'Nach Netzwerk, in 24 Stunden',
  nothingOut: 'In den letzten 24 Stunden ist nichts erschienen.',
  outOf: (published, failed) => `${published} erschienen, ${failed} nicht`,
  nodes: 'Prozesse',
  room: (disk, memory) => `${disk} frei · ${memory} Arbeitsspeicher`,
  silent: (when) => `Zuletzt gehört: ${when}`,
  alive: 'Läuft',
}
