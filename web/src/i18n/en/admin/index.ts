import { alerts } from './alerts.ts'
import { auditLog } from './audit-log.ts'
import { crons } from './crons.ts'
import { mails } from './mails.ts'
import { networks, secrets } from './networks.ts'
import { business, overview } from './overview.ts'
import { queue } from './queue.ts'
import { selfTests } from './self-tests.ts'
import { flags, tickets, users } from './users.ts'

/** The pages for people who run the installation. */
export const admin = {
  closed: 'Only people who run this Posthorn come in here',
  closedLead: 'Whoever runs it can give you a role.',
  groups: { people: 'People', publishing: 'Publishing', trust: 'Trust', settings: 'Settings', business: 'Business' },
  leads: {
    overview: 'Whether this installation is well.',
    users: 'Everyone who has an account here. What you change is in the audit log.',
    queue: 'What waits to go out, and where publishing is stopped.',
    networks: 'Which networks are real, how they do, and the secrets of their apps.',
    crons: 'What Posthorn does by itself, how often, and how it went.',
    alerts: 'What needs somebody, and how you hear of it.',
    selfTests: 'Whether each part of this installation works, from the database to the networks.',
    auditLog: 'Who changed what, when, and from which value to which. It cannot be changed unseen.',
    mails: 'What Posthorn writes to people, in your words.',
    flags: 'What is turned on, and for whom.',
    tickets: 'What users have reported, and your answers.',
    business: 'How far new users come, who stays, what plans are worth, and why users leave.',
  },
  alerts,
  auditLog,
  business,
  crons,
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
