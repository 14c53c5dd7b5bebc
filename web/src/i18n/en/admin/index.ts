import { alerts } from './alerts.ts'
import { auditLog } from './audit-log.ts'
import { backups } from './backups.ts'
import { crons } from './crons.ts'
import { directory } from './directory.ts'
import { mails } from './mails.ts'
import { networks, secrets } from './networks.ts'
import { business, overview } from './overview.ts'
import { queue } from './queue.ts'
import { selfTests } from './self-tests.ts'
import { flags, tickets, users } from './users.ts'

/** The pages for people who run the installation. */
export const admin = {
  closed: 'Administrators only',
  closedLead: 'Ask a server administrator for access.',
  groups: {
    people: 'People',
    publishing: 'Publishing',
    trust: 'Monitoring',
    settings: 'Settings',
    business: 'Business',
  },
  leads: {
    overview: 'System health.',
    users: 'Everyone with an account. Changes are recorded in the audit log.',
    directory: 'Accounts and roles from Okta, Entra or another company directory.',
    queue: 'Pending posts and paused networks.',
    networks: 'Network status, modes and app credentials.',
    crons: 'Background jobs: schedules and recent runs.',
    alerts: 'Open issues and how you’re notified.',
    selfTests: 'Check that each part works, from the database to the networks.',
    backups: 'When the installation was last backed up, and how to restore it.',
    auditLog: 'Who changed what, and when. Tamper-evident.',
    mails: 'Customize the emails Posthorn sends.',
    flags: 'Turn features on or off, and for whom.',
    tickets: 'User reports and your replies.',
    business: 'Activation, retention, revenue and churn.',
  },
  alerts,
  auditLog,
  backups,
  business,
  crons,
  directory,
  flags,
  mails,
  networks,
  overview,
  queue,
  secrets,
  tickets,
  users,
  selfTests,
}
