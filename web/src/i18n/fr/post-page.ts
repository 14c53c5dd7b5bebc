import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

export const walks: Messages['walks'] = {
  steps: 'Étapes',
  earlier: (count) => plural('fr', count, { one: 'étape précédente', other: 'étapes précédentes' }),
  done: {
    look: 'Compte vérifié',
    prepare: 'Préparée',
    send: 'Fichiers envoyés',
    wait: 'Traitée',
    publish: 'Publiée',
    name: 'Lien prêt',
    again: 'Relancée',
    comment: 'Commentaire publié',
  },
  partDone: (part) => `Partie ${part} publiée`,
  now: {
    look: 'Vérification du compte',
    prepare: 'Préparation',
    send: 'Envoi des fichiers',
    wait: 'Traitement',
    publish: 'Publication en cours',
    name: 'Récupération du lien',
    again: 'Relance',
    comment: 'Envoi du commentaire',
  },
  doubt: {
    found: 'Réponse perdue · publication trouvée',
    not_found: 'Vérifié · publication introuvable',
    looked_for: 'Réponse perdue · vérification',
  },
  sent: (network) => `Envoyé à ${network}`,
  changed: 'diffère de votre texte',
  asSent: 'Tel qu’envoyé',
  files: { image: 'Une image', video: 'Vidéo', document: 'Un document', audio: 'Un son' },
  noAlt: 'sans texte alternatif',
  gone: 'supprimé',
  title: 'Titre',
  link: 'Lien',
  firstComment: 'Premier commentaire',
}

export const approvals: Messages['approvals'] = {
  title: 'Approbation',
  lead: (given, required) => `${given} sur ${plural('fr', required, { one: 'approbation', other: 'approbations' })}`,
  status: {
    not_required: 'Non requise',
    needed: 'Requise avant la publication',
    requested: 'Demandée',
    approved: 'Approuvée',
    rejected: 'Refusée',
  },
  request: 'Demander une approbation',
  approve: 'Approuver',
  reject: 'Refuser',
  rejectTitle: 'Refuser cette publication ?',
  rejectLead: 'Elle redevient un brouillon. L’auteur voit votre motif.',
  reason: 'Motif',
  asked: (when) => `Demandée ${when}`,
  decided: {
    approved: (when) => `Approuvée ${when}`,
    rejected: (when) => `Refusée ${when}`,
  },
  guest: (name) => `${name} (côté client)`,
  notCounted: '(ne compte pas)',
  publishedApproved: 'Ce qui a été publié est ce qui avait été approuvé.',
  publishedOther: 'Ce qui a été publié n’est pas ce qui avait été approuvé.',
  outdated: '(modifiée depuis)',
}

export const sharing: Messages['sharing'] = {
  title: 'Liens de partage',
  lead: 'Montrez l’aperçu de cette publication à des personnes sans compte.',
  create: 'Nouveau lien de partage',
  inviteClient: 'Inviter un client',
  createLead: 'Toute personne qui a le lien voit cette publication jusqu’à son expiration ou sa révocation.',
  link: 'Lien',
  views: (count) => plural('fr', count, { one: 'vue', other: 'vues' }),
  withComments: 'commentaires activés',
  withoutComments: 'commentaires désactivés',
  until: (when) => `expire ${when}`,
  forGood: 'n’expire jamais',
  revoke: 'Révoquer',
  works: 'Expire après',
  lives: { week: '1 semaine', month: '1 mois', never: 'Jamais' },
  allowComments: 'Autoriser les commentaires',
  make: 'Créer le lien',
  comments: 'Commentaires de clients',
  fine: 'Ça me convient',
  removeComment: (name) => `Retirer le commentaire de ${name}`,
  reply: 'Répondre à vos clients',
  replyHint: 'Toute personne ayant un lien de partage avec commentaires lit ce message. Personne n’est averti.',
  sendReply: 'Envoyer',
  fromTeam: 'De votre équipe',
}

export const fanOut: Messages['fanOut'] = {
  open: 'Copier vers d’autres marques…',
  title: 'Copier vers d’autres marques',
  lead: 'Chaque marque reçoit son brouillon pour ses propres comptes. Si l’un échoue, aucun n’est créé.',
  noOthers: 'Vous n’avez pas d’autre marque. Créez-en une pour utiliser cette fonction.',
  ownText: (profile) => `Texte propre à ${profile}`,
  make: (count) =>
    count === 0 ? 'Créer les brouillons' : `Créer ${plural('fr', count, { one: 'brouillon', other: 'brouillons' })}`,
}

export const recycling: Messages['recycling'] = {
  title: 'Recyclage',
  lead: 'Republiez ceci tous les quelques jours, jusqu’à ce que vous l’arrêtiez.',
  isOn: (days) => (days === 1 ? 'Republiée chaque jour.' : `Republiée tous les ${days} jours.`),
  days: 'Répéter tous les (jours)',
  variations: 'Autres textes (à tour de rôle)',
  variationsHint: 'Séparez les textes par une ligne vide.',
  repeatsRefused: 'X refuse les textes répétés. Ajoutez un autre texte.',
  open: 'Configurer',
  start: 'Démarrer',
  change: 'Enregistrer',
  confirm: 'Démarrer quand même',
  stop: 'Arrêter',
}

export const stuck: Messages['stuck'] = {
  title: 'Plus long que d’habitude',
  lead: (when) => `Publication en cours depuis ${when}. Voyez ce qu’elle attend.`,
  open: 'Voir le rapport',
  report: 'Rapport de publication retardée',
  known: 'Ce que nous savons',
  next: 'La suite',
  since: (status, when) => `${status} depuis ${when}`,
  steps: (count) =>
    count === 0
      ? 'Aucune étape terminée pour l’instant.'
      : `${plural('fr', count, { one: 'étape terminée', other: 'étapes terminées' })}.`,
  last: (when) => `Dernière étape terminée ${when}.`,
  attempts: (count) => `${plural('fr', count, { one: 'tentative', other: 'tentatives' })} pour l’instant.`,
  looksFor: (network) =>
    `La réponse de ${network} s’est perdue. Posthorn vérifie si la publication y est avant de renvoyer.`,
  triesAt: (when) => `Prochaine tentative : ${when}.`,
  waits: 'La publication reprend dès que c’est réglé.',
  works: 'Envoi en cours. Sans réponse, Posthorn cherche la publication avant de réessayer.',
  queued: 'En attente d’un processus libre. Départ dans quelques secondes.',
  copy: 'Copier le rapport',
  send: 'Envoyer à l’administrateur',
  sendLead: 'Ouvre une demande d’assistance avec l’état de chaque compte.',
  sent: 'Rapport envoyé.',
  post: 'Publication',
}

export const readBack: Messages['readBack'] = {
  title: (network) => `En ligne sur ${network}`,
  same: 'Identique à votre envoi',
  differs: 'Différent de votre envoi',
  missing: 'Manquant',
  added: 'Ajouté sur le réseau',
  cut: '… Le réseau n’a pas renvoyé la suite.',
  noFiles: 'Le réseau ne liste pas les médias.',
  fileMissing: 'manquant',
  fileAdded: 'ajouté',
  fileOther: 'autre type de fichier',
  altOther: 'autre texte alternatif',
  state: { gone: 'N’est plus sur le réseau.', closed: 'Le réseau ne laisse pas les applications la lire.' },
  unread: {
    not_published: () => 'Pas encore publiée.',
    no_id: (network) => `${network} n’a pas renvoyé d’identifiant : la lecture est impossible.`,
    network_closed: (network) =>
      `${network} ne laisse pas les applications lire cette publication. Ouvrez-la là-bas pour comparer.`,
    reads_cost: (network) => `${network} facture les lectures, et la limite du mois est atteinte.`,
    account_lost: () => 'Reconnectez le compte pour voir la publication en ligne.',
    network_away: (network) => `${network} n’a pas répondu. Réessayez dans une minute.`,
  },
  readAt: (time) => `Vérifié à ${time}`,
}
