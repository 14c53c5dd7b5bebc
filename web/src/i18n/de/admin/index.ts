import type { Messages } from '../../en/index.ts'
import { alerts } from './alerts.ts'
import { auditLog } from './audit-log.ts'
import { crons } from './crons.ts'
import { mails } from './mails.ts'
import { networks, secrets } from './networks.ts'
import { business, overview } from './overview.ts'
import { queue } from './queue.ts'
import { selfTests } from './self-tests.ts'
import { flags, tickets, users } from './users.ts'

export const admin: Messages['admin'] = {
  closed: 'Hier kommt nur herein, wer dieses Posthorn betreibt',
  closedLead: 'Wer es betreibt, kann dir eine Rolle geben.',
  groups: {
    people: 'Menschen',
    publishing: 'Veröffentlichen',
    trust: 'Vertrauen',
    settings: 'Einstellungen',
    business: 'Geschäft',
  },
  leads: {
    overview: 'Ob es dieser Installation gut geht.',
    users: 'Alle, die hier ein Konto haben. Was du änderst, steht im Protokoll.',
    queue: 'Was auf die Veröffentlichung wartet, und wo sie angehalten ist.',
    networks: 'Welche Netzwerke echt sind, wie es ihnen geht, und die Geheimnisse ihrer Apps.',
    crons: 'Was Posthorn von selbst tut, wie oft, und wie es ausging.',
    alerts: 'Was jemanden braucht, und wie du davon erfährst.',
    selfTests: 'Ob jeder Teil dieser Installation geht, von der Datenbank bis zu den Netzwerken.',
    auditLog: 'Wer was geändert hat, wann, und von welchem Wert auf welchen. Niemand ändert es unbemerkt.',
    mails: 'Was Posthorn den Menschen schreibt, in deinen Worten.',
    flags: 'Was eingeschaltet ist, und für wen.',
    tickets: 'Was gemeldet wurde, und eure Antworten.',
    business: 'Wie weit neue Konten kommen, wer bleibt, was Tarife wert sind, und warum Kunden gehen.',
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
