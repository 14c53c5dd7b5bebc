import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const crons: Messages['admin']['crons'] = {
  names: {
    'accounts-refresh': 'Renouveler les accès qui expirent bientôt',
    'administration-certificate': 'Vérifier le certificat TLS',
    'administration-fold': 'Calculer les indicateurs d’administration',
    'analytics-reports': 'Envoyer les rapports hebdomadaires',
    'analytics-sweep': 'Supprimer les statistiques trop anciennes pour le forfait',
    'analytics-watch': 'Commencer à suivre les nouveaux comptes et publications',
    'audit-head': 'Enregistrer un jalon du journal d’audit',
    backup: 'Créer une sauvegarde',
    'billing-enforce-past-due': 'Abaisser le forfait après une semaine d’impayé',
    'connecting-sweep': 'Supprimer les connexions inachevées',
    'edge-sweep': 'Supprimer les anciennes clés d’idempotence et les compteurs',
    'event-stream-sweep': 'Supprimer les anciens événements',
    'identity-sweep': 'Supprimer les sessions et invitations expirées',
    'jobs-sweep': 'Supprimer les anciennes tâches',
    'media-sweep': 'Supprimer les importations inachevées',
    'notices-sweep': 'Supprimer les notifications après 90 jours',
    'notices-watch': 'Envoyer par e-mail les notifications non lues',
    'posts-name-late': 'Demander aux réseaux les ID manquants',
    'posts-purge': 'Supprimer les publications après 30 jours de corbeille',
    'posts-remind': 'Rappeler les approbations en attente',
    'profiles-purge': 'Supprimer les marques après 30 jours de corbeille',
    'inbox-days': 'Enregistrer les chiffres de la veille des boîtes de réception',
    'inbox-mornings': 'Envoyer par e-mail ce qui reste ouvert',
    'inbox-keep': 'Effacer ce que la boîte de réception ne conserve plus',
    'inbox-wake': 'Rouvrir les conversations mises en pause',
    'guests-mail': 'Écrire aux invités que des publications attendent',
    'guests-sweep': 'Supprimer les appareils et codes expirés des invités',
    'sharing-sweep': 'Supprimer les données des visiteurs de liens',
    'slack-sweep': 'Nettoyer les données de Slack',
    'telegram-sweep': 'Nettoyer les données de Telegram',
    'planning-holidays': 'Lire les calendriers de jours fériés',
    'planning-purge-ideas': 'Supprimer définitivement les idées supprimées',
    'webhooks-sweep': 'Supprimer les anciens envois de webhooks',
  },
  off: 'Désactivée',
  missed: (when) => `Exécution manquée ${when}.`,
  neverRan: 'Jamais exécutée',
  next: (when) => `Prochaine ${when}`,
  nextRuns: 'Prochaines exécutions',
  runs: 'Dernières exécutions',
  states: {
    waiting: 'Démarrage',
    running: 'En cours',
    retrying: 'Nouvel essai',
    done: 'Terminée',
    failed: 'Échec',
    died: 'Interrompue',
  },
  wentWrong: (said) => `Message : « ${said} »`,
  byHand: 'Lancée par',
  attempts: (count) => plural('fr', count, { one: 'tentative', other: 'tentatives' }),
  run: 'Exécuter maintenant',
  isOn: 'Exécuter selon la planification',
  isOnHint: (zone) => `Heures en ${zone}. « Exécuter maintenant » fonctionne même si la planification est désactivée.`,
  changed: (when) => `Modifiée ${when} par`,
  builtIn: 'Rétablir la planification par défaut',
  upkeep: {
    title: 'À la main',
    start: 'Lancer',
    failed: 'Impossible de lancer',
    sync: {
      name: 'Actualiser toutes les statistiques',
      about:
        'Chaque compte connecté et ses publications des deux derniers jours. Les réseaux qui facturent les lectures ' +
        'gardent leurs horaires.',
      done: (accounts, posts) =>
        `Actualisation de ${plural('fr', accounts, { one: 'compte', other: 'comptes' })} et ` +
        `${plural('fr', posts, { one: 'publication', other: 'publications' })}`,
    },
    refresh: {
      name: 'Renouveler les accès qui expirent',
      about: 'Pour les comptes dont l’accès expire dans les 30 minutes. Prend jusqu’à 20 secondes.',
      done: (checked, refreshed, failed) =>
        checked === 0
          ? 'Aucun accès n’expire bientôt'
          : `${refreshed} sur ${checked} renouvelés${failed > 0 ? `, ${failed} en échec` : ''}`,
    },
  },
}
