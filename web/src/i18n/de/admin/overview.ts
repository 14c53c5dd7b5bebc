import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

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

export const business: Messages['admin']['business'] = {
  lastDays: (days) => (days === 365 ? 'Letztes Jahr' : `Letzte ${plural('de', days, { one: 'Tag', other: 'Tage' })}`),
  funnel: {
    title: 'Wie weit neue Konten kommen',
    lead: 'Von denen, die sich in dieser Zeit angemeldet haben.',
    nobody: 'In dieser Zeit hat sich niemand angemeldet.',
    steps: {
      signedUp: 'Angemeldet',
      verified: 'Adresse bestätigt',
      connected: 'Netzwerk verbunden',
      firstPost: 'Beitrag geschrieben',
      firstPublished: 'Beitrag veröffentlicht',
      week2: 'In der zweiten Woche geschrieben',
    },
  },
  feedback: {
    title: 'Warum Kunden gehen',
    lead: 'Was sie bei der Kündigung in dieser Zeit gesagt haben.',
    nobody: 'In dieser Zeit hat niemand gekündigt.',
    comments: 'In ihren Worten',
    reasons: {
      too_expensive: 'Zu teuer',
      missing_feature: 'Etwas fehlt',
      unreliable: 'Nicht zuverlässig genug',
      too_difficult: 'Zu schwierig',
      unused: 'Nicht benutzt',
      other: 'Etwas anderes',
    },
  },
  retention: {
    title: 'Wer bleibt',
    lead: 'Je Woche der Anmeldung: wie viel Prozent in der ersten eigenen Woche einen Beitrag schrieben, in der zweiten, und so weiter.',
    nobody: 'In den letzten zwölf Wochen hat sich niemand angemeldet.',
    corner: 'Woche',
    cell: (week, share, users) => `Woche ${week}: ${share} von ${users}`,
  },
  plans: {
    title: 'Was Tarife wert sind',
    lead: 'Aus der Zeit, für die jemand den Tarif hatte, und seinem Preis im Monat. In der Währung deiner Preise.',
    plan: 'Tarif',
    price: 'Preis',
    users: 'Konten',
    months: 'Monate im Schnitt',
    revenue: 'Einnahmen',
    worth: 'Je Konto',
  },
}
