import type { Messages } from '../en/index.ts'

export const adminPlaces: Messages['adminPlaces'] = {
  name: 'Verwaltung',
  tabs: {
    overview: 'Überblick',
    users: 'Konten',
    queue: 'Warteschlange',
    networks: 'Netzwerke',
    crons: 'Geplante Aufgaben',
    alerts: 'Warnungen',
    selfTests: 'Selbsttests',
    auditLog: 'Protokoll',
    mails: 'Mails',
    flags: 'Funktionen',
    tickets: 'Anfragen',
    business: 'Zahlen',
  },
}
