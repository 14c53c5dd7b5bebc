import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const overview: Messages['admin']['overview'] = {
  none: 'Noch keine Daten',
  oldest: (when) => `Älteste Fälligkeit ${when}`,
  published: 'Veröffentlicht, letzte 24\u00A0Stunden',
  ofPosts: (count) => `${count} Beiträge`,
  lateness: 'Verzögerung, langsamstes 1\u00A0%',
  half: (time) => `Die Hälfte in ${time}`,
  queue: 'Beiträge in Warteschlange',
  webhooks: 'Webhooks, letzte 24\u00A0Stunden',
  waiting: (count) => `${count} ausstehend`,
  users: 'Benutzer',
  newUsers: (count) => `${count} neu diese Woche`,
  database: 'Datenbank',
  byNetwork: 'Nach Netzwerk, letzte 24\u00A0Stunden',
  nothingOut: 'In den letzten 24\u00A0Stunden wurde nichts veröffentlicht.',
  outOf: (published, failed) => `${published} veröffentlicht, ${failed} fehlgeschlagen`,
  nodes: 'Prozesse',
  room: (disk, memory) => `${disk} Speicherplatz frei · ${memory} Arbeitsspeicher`,
  silent: (when) => `Kein Lebenszeichen seit ${when}`,
  alive: 'Läuft',
  next: {
    title: 'Nächste Schritte',
    networks: {
      name: 'Netzwerke einrichten',
      about: 'Hinterlege die Zugangsdaten deiner Apps, um in den echten Netzwerken zu veröffentlichen.',
    },
    backups: {
      name: 'Backups einrichten',
      about: 'Bewahre eine Kopie der Datenbank und der Dateien an einem anderen Ort auf.',
    },
    alerts: { name: 'Warnungen auswählen', about: 'Du bekommst eine E-Mail, wenn etwas deine Aufmerksamkeit braucht.' },
    members: { name: 'Team einladen', about: 'Plant, schreibt und gebt Beiträge gemeinsam frei.' },
  },
}

export const business: Messages['admin']['business'] = {
  lastDays: (days) => (days === 365 ? 'Letztes Jahr' : `Letzte ${plural('de', days, { one: 'Tag', other: 'Tage' })}`),
  totals: {
    signedUp: 'Registrierungen',
    published: 'Beitrag veröffentlicht',
    cancelled: 'Kündigungen',
    revenue: 'Umsatz bisher',
  },
  funnel: {
    title: 'Aktivierungstrichter',
    lead: 'Benutzer, die sich in diesem Zeitraum registriert haben.',
    nobody: 'Keine Registrierungen in diesem Zeitraum.',
    steps: {
      signedUp: 'Registriert',
      verified: 'E-Mail-Adresse bestätigt',
      connected: 'Konto verbunden',
      firstPost: 'Beitrag erstellt',
      firstPublished: 'Beitrag veröffentlicht',
      week2: 'In Woche 2 aktiv',
    },
  },
  feedback: {
    title: 'Kündigungsgründe',
    lead: 'Angaben bei Kündigungen in diesem Zeitraum.',
    nobody: 'Keine Kündigungen in diesem Zeitraum.',
    comments: 'Kommentare',
    reasons: {
      too_expensive: 'Zu teuer',
      missing_feature: 'Fehlende Funktion',
      unreliable: 'Nicht zuverlässig genug',
      too_difficult: 'Zu schwierig',
      unused: 'Nicht genutzt',
      other: 'Sonstiges',
    },
  },
  retention: {
    title: 'Bindung',
    lead: 'Anteil der Benutzer, die in den Wochen nach der Registrierung Beiträge erstellt haben, nach Woche der Registrierung.',
    nobody: 'Keine Registrierungen in den letzten 12\u00A0Wochen.',
    corner: 'Woche vom',
    cell: (week, share, users) => `Woche ${week}: ${share} von ${users}`,
  },
  plans: {
    title: 'Umsatz nach Tarif',
    lead: 'Aus der Zeit in jedem Tarif und seinem Monatspreis, in der Währung deiner Preise.',
    plan: 'Tarif',
    price: 'Preis',
    users: 'Benutzer',
    months: 'Monate im Durchschnitt',
    revenue: 'Umsatz',
    worth: 'Pro Benutzer',
  },
}
