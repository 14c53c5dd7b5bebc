import type { Messages } from '../en/index.ts'

export const adminPlaces: Messages['adminPlaces'] = {
  name: 'Administration',
  tabs: {
    overview: 'Überblick',
    users: 'Benutzer',
    directory: 'Verzeichnis',
    queue: 'Warteschlange',
    networks: 'Netzwerke',
    crons: 'Geplante Jobs',
    alerts: 'Warnungen',
    backups: 'Backups',
    selfTests: 'Selbsttests',
    auditLog: 'Audit-Log',
    mails: 'E-Mails',
    flags: 'Feature-Flags',
    tickets: 'Tickets',
    business: 'Geschäftszahlen',
  },
}
