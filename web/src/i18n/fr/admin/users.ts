import type { Messages } from '../../en/index.ts'

export const users: Messages['admin']['users'] = {
  search: 'Nom, e-mail ou ID',
  find: 'Rechercher',
  nobody: 'Aucun utilisateur trouvé. Essayez une partie du nom ou de l’e-mail.',
  noEmail: 'Aucune adresse e-mail',
  disabled: 'Désactivé',
  roles: { user: 'Utilisateur', support: 'Assistance', admin: 'Administrateur', superadmin: 'Superadministrateur' },
  since: (when) => `Inscrit ${when}`,
  page: (page, pages) => `${page} sur ${pages}`,
  earlier: 'Plus récents',
  later: 'Plus anciens',
  email: 'E-mail',
  role: 'Rôle',
  plan: 'Forfait',
  lastSignIn: 'Dernière connexion',
  never: 'Jamais',
  brands: 'Marques',
  noBrands: 'Aucune',
  errors: 'Erreurs récentes',
  noErrors: 'Aucune',
  reason: 'Motif',
  reasonHint:
    'Sessions et clés API s’arrêtent aussitôt, et les publications programmées sont suspendues. Rien n’est supprimé.',
  disable: 'Désactiver le compte',
  enable: 'Réactiver le compte',
  stopped: (when) => `Désactivé ${when} :`,
  signOut: 'Déconnecter partout',
  signedOut: 'Déconnecté',
}

export const tickets: Messages['admin']['tickets'] = {
  states: { open: 'Ouverte', waiting: 'En attente', closed: 'Fermée' },
  kinds: { post_stuck: 'Publication bloquée' },
  empty: { open: 'Aucune demande ouverte', waiting: 'Aucune demande en attente', closed: 'Aucune demande fermée' },
  emptyLead: 'Les signalements de publications bloquées apparaissent ici.',
  how: {
    report: {
      name: 'Quelqu’un signale une publication',
      about: 'Une publication plus lente que d’habitude a un rapport que son auteur peut vous envoyer.',
    },
    reply: { name: 'Vous répondez', about: 'Votre réponse est envoyée par e-mail. Les notes internes restent ici.' },
    close: {
      name: 'Vous fermez la demande',
      about: 'Ou vous la mettez en attente jusqu’à ce que la situation change.',
    },
  },
  more: 'Afficher plus',
  answered: 'Répondu',
  taken: 'Attribuée',
  free: 'Non attribuée',
  freeLead: 'Pas encore attribuée.',
  keptBy: 'Attribuée à',
  take: 'Me l’attribuer',
  giveBack: 'Ne plus s’en charger',
  from: 'De',
  about: 'Sujet',
  since: 'Depuis',
  answeredAt: (when) => `Répondu ${when}`,
  state: 'État',
  note: 'Note interne',
  noteHint: 'Invisible pour l’utilisateur.',
  answer: 'Réponse',
  answerHint: 'Envoyée par e-mail à l’utilisateur. Laissez vide pour ne rien envoyer.',
  saveAndMail: 'Enregistrer et envoyer la réponse',
}

export const flags: Messages['admin']['flags'] = {
  known: {
    'member-invites': {
      name: 'Invitations à une marque',
      about:
        'Les administrateurs d’une marque peuvent inviter des membres. Les invitations existantes restent valables en cas de désactivation.',
    },
  },
  onFor: 'Activée pour',
  reach: {
    all: { name: 'Tout le monde' },
    some: { name: 'Certains utilisateurs' },
    nobody: { name: 'Personne' },
  },
  percentage: 'Déploiement (%)',
  percentageHint:
    'Augmenter le déploiement garde les utilisateurs actuels. Laissez vide pour les seuls utilisateurs ci-dessous.',
  plans: 'Forfaits',
  plansHint: 'Séparés par des virgules. Laissez vide pour tous les forfaits.',
  users: 'Utilisateurs',
  usersHint: 'Un ID d’utilisateur par ligne. Les ID se trouvent sur la page Utilisateurs.',
  changed: (when) => `Modifiée ${when} par`,
  byApi: 'Les règles de cette fonctionnalité viennent de l’API et ne se modifient pas ici :',
}
