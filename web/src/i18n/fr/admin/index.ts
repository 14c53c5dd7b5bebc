import type { Messages } from '../../en/index.ts'
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

export const admin: Messages['admin'] = {
  closed: 'Réservé aux administrateurs',
  closedLead: 'Demandez l’accès à un administrateur du serveur.',
  groups: {
    people: 'Personnes',
    publishing: 'Publication',
    trust: 'Surveillance',
    settings: 'Paramètres',
    business: 'Activité commerciale',
  },
  leads: {
    overview: 'L’état du système.',
    users: 'Toutes les personnes qui ont un compte. Les modifications figurent au journal d’audit.',
    directory: 'Comptes et rôles depuis Okta, Entra ou un autre annuaire d’entreprise.',
    queue: 'Publications en attente et réseaux en pause.',
    networks: 'État, mode et identifiants d’application des réseaux.',
    crons: 'Tâches de fond : planification et dernières exécutions.',
    alerts: 'Problèmes ouverts, et comment vous en êtes averti.',
    selfTests: 'Vérifiez que chaque partie fonctionne, de la base de données aux réseaux.',
    backups: 'Date de la dernière sauvegarde, et comment la restaurer.',
    auditLog: 'Qui a modifié quoi, et quand. Toute falsification se voit.',
    mails: 'Personnalisez les e-mails que Posthorn envoie.',
    flags: 'Activez ou désactivez des fonctionnalités, et pour qui.',
    tickets: 'Les signalements et vos réponses.',
    business: 'Activation, fidélité, revenus et départs.',
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
