/** The way to the pages of the administration. Its other words come with those pages. */
export const adminPlaces = {
  name: 'Administration',
  tabs: {
    overview: 'Overview',
    users: 'Users',
    queue: 'Queue',
    networks: 'Networks',
    crons: 'Scheduled jobs',
    alerts: 'Alerts',
    selfTests: 'Self-tests',
    auditLog: 'Audit log',
    mails: 'Mails',
    flags: 'Features',
    tickets: 'Tickets',
    business: 'Numbers',
  },
}
