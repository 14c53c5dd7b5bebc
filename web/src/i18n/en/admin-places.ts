/** The links to the administration pages. Their other texts are loaded with those pages. */
export const adminPlaces = {
  name: 'Administration',
  tabs: {
    overview: 'Overview',
    users: 'Users',
    directory: 'Directory',
    queue: 'Queue',
    networks: 'Networks',
    crons: 'Scheduled jobs',
    alerts: 'Alerts',
    backups: 'Backups',
    selfTests: 'Self-tests',
    auditLog: 'Audit log',
    mails: 'Emails',
    flags: 'Feature flags',
    tickets: 'Tickets',
    business: 'Business metrics',
  },
}
