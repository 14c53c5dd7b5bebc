import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const overview: Messages['admin']['overview'] = {
  none: 'Aucune donnée pour l’instant',
  oldest: (when) => `La plus ancienne due ${when}`,
  published: 'Publiées ces dernières 24 heures',
  ofPosts: (count) => `sur ${count}`,
  lateness: 'Retard, 1\u202F% le plus lent',
  half: (time) => `La moitié en ${time}`,
  queue: 'Publications en file',
  webhooks: 'Webhooks, dernières 24 heures',
  waiting: (count) => `${count} en attente`,
  users: 'Utilisateurs',
  newUsers: (count) => `${count} de plus cette semaine`,
  database: 'Base de données',
  byNetwork: 'Par réseau, dernières 24 heures',
  nothingOut: 'Rien de publié ces dernières 24 heures.',
  outOf: (published, failed) => `réussites : ${published}, échecs : ${failed}`,
  nodes: 'Processus',
  room: (disk, memory) => `${disk} libres sur le disque · ${memory} de mémoire`,
  silent: (when) => `Aucun signe de vie depuis ${when}`,
  alive: 'En cours',
  next: {
    title: 'Prochaines étapes',
    networks: {
      name: 'Configurer les réseaux',
      about: 'Ajoutez les identifiants de vos applications pour publier sur les vrais réseaux.',
    },
    backups: {
      name: 'Configurer les sauvegardes',
      about: 'Gardez ailleurs une copie de la base de données et des fichiers.',
    },
    alerts: { name: 'Choisir vos alertes', about: 'Recevez un e-mail quand quelque chose demande votre attention.' },
    members: { name: 'Inviter votre équipe', about: 'Planifiez, rédigez et validez les publications ensemble.' },
  },
}

export const business: Messages['admin']['business'] = {
  lastDays: (days) => (days === 365 ? 'Un an' : plural('fr', days, { one: 'dernier jour', other: 'derniers jours' })),
  totals: {
    signedUp: 'Inscriptions',
    published: 'Ont publié',
    cancelled: 'Résiliations',
    revenue: 'Revenus à ce jour',
  },
  funnel: {
    title: 'Entonnoir d’activation',
    lead: 'Utilisateurs inscrits pendant cette période.',
    nobody: 'Aucune inscription pendant cette période.',
    steps: {
      signedUp: 'Inscription',
      verified: 'E-mail confirmé',
      connected: 'Compte connecté',
      firstPost: 'Publication créée',
      firstPublished: 'Publication parue',
      week2: 'Actif en semaine 2',
    },
  },
  feedback: {
    title: 'Motifs de résiliation',
    lead: 'Motifs donnés lors des résiliations de cette période.',
    nobody: 'Aucune résiliation pendant cette période.',
    comments: 'Commentaires',
    reasons: {
      too_expensive: 'Trop cher',
      missing_feature: 'Fonctionnalité manquante',
      unreliable: 'Pas assez fiable',
      too_difficult: 'Trop difficile',
      unused: 'Non utilisé',
      other: 'Autre',
    },
  },
  retention: {
    title: 'Fidélité',
    lead: 'Part des utilisateurs qui ont créé une publication chaque semaine après leur inscription.',
    nobody: 'Aucune inscription ces 12 dernières semaines.',
    corner: 'Semaine du',
    cell: (week, share, users) => `Semaine ${week} : ${share} de ${users}`,
  },
  plans: {
    title: 'Revenus par forfait',
    lead: 'D’après le temps passé dans chaque forfait et son prix mensuel, dans votre devise.',
    plan: 'Forfait',
    price: 'Prix',
    users: 'Utilisateurs',
    months: 'Mois en moyenne',
    revenue: 'Revenus',
    worth: 'Par utilisateur',
  },
}
