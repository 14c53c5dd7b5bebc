import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

/** Hints for the fields of a direct connect, by the name of the field. */
export const hints: Readonly<Record<string, string>> = {
  identifier: 'Identifiant, DID ou adresse e-mail.',
  appPassword:
    'Créez-le dans Bluesky, sous Paramètres, « Confidentialité et sécurité ». Ce n’est pas le mot de passe du compte.',
  pdsUrl: 'Le serveur qui héberge le compte. À remplir seulement s’il est introuvable.',
  instanceUrl: 'Le serveur qui héberge le compte.',
  accessToken: 'Le jeton d’accès d’une application que vous y créez, sous Préférences, Développement.',
}

export const connections: Messages['connections'] = {
  title: 'Connexions',
  managersLead: 'Les comptes de cette marque. Seuls le propriétaire et les administrateurs peuvent en connecter.',
  add: 'Connecter un compte',
  addNetwork: 'Ajouter un autre réseau',
  draftSaved: 'Votre brouillon est enregistré',
  continueFirst: 'Connectez un compte, ou continuez d’abord à écrire.',
  continueNow: 'Continuez à écrire, ou connectez d’abord d’autres comptes.',
  continueDraft: 'Continuer à écrire',
  connectAccount: 'Connecter le compte',
  byLink: 'Connecter par lien',
  columns: { account: 'Compte', followers: 'Abonnés', status: 'État', scheduled: 'Programmées' },
  scheduled: (count, isPartial) =>
    isPartial ? `${count}+ publications` : plural('fr', count, { one: 'publication', other: 'publications' }),
  connect: 'Connecter',
  connectNetwork: (network) => `Connecter ${network}`,
  notConnected: (network) => `Impossible de connecter ${network}`,
  inSandbox: 'Dans le bac à sable',
  inTrial: 'Essai : l’auteur seul voit les publications',
  real: 'En production',
  allIn: {
    sandbox: 'Tous les réseaux sont dans le bac à sable. Rien n’est envoyé aux vrais réseaux.',
    trial: 'Tous les réseaux sont en mode d’essai. L’auteur seul voit les publications.',
    live: '',
  },
  needsApp: 'Enregistrez d’abord une application auprès de ce réseau.',
  howTo: 'Voir comment faire',
  connected: 'Connecté',
  works: 'Connecté',
  checking: 'Vérification…',
  checked: (when) => `Vérifié ${when}`,
  checkedOk: (name) => `${name} est connecté`,
  checkedBroken: (name) => `${name} doit être reconnecté`,
  notChecked: (name) => `Impossible de vérifier ${name}`,
  notDefault: (name) => `Impossible de définir ${name} par défaut`,
  expires: (when) => `Expire ${when}`,
  isDefault: 'Par défaut',
  makeDefault: 'Définir par défaut',
  check: 'Vérifier maintenant',
  actions: (handle) => `Actions pour ${handle}`,
  reconnect: 'Reconnecter',
  reconnectAccount: (name) => `Reconnecter ${name}`,
  reconnectNeeded: 'À reconnecter',
  broken: (network) => `${network} doit être reconnecté`,
  manyBroken: (count) =>
    plural('fr', count, { one: 'compte doit être reconnecté', other: 'comptes doivent être reconnectés' }),
  onHold: (count) =>
    `${plural('fr', count, {
      one: 'publication programmée est suspendue',
      other: 'publications programmées sont suspendues',
    })} jusque-là.`,
  needsReconnect: 'L’accès à ce compte est perdu. Reconnectez-le pour continuer à publier.',
  disconnect: 'Déconnecter',
  disconnectTitle: (handle) => `Déconnecter ${handle} ?`,
  affected: (count) =>
    count === 0
      ? 'Aucune publication programmée n’utilise ce compte.'
      : `${plural('fr', count, {
          one: 'publication programmée utilise',
          other: 'publications programmées utilisent',
        })} ce compte.`,
  whatBecomes: 'Que faut-il en faire ?',
  outcomes: {
    keep: 'Les suspendre jusqu’à la reconnexion du compte',
    draft: 'En faire des brouillons (celles de ce seul compte)',
    delete: 'Les mettre à la corbeille (celles de ce seul compte)',
  },
  choosePage: (network) => `Choisir une page ${network}`,
  choosePageLead: 'Vous gérez plusieurs pages. Choisissez-en une. Vous pourrez en ajouter d’autres plus tard.',
  fields: {
    identifier: 'Identifiant ou e-mail',
    appPassword: 'Mot de passe d’application',
    pdsUrl: 'Serveur',
    instanceUrl: 'Serveur',
    accessToken: 'Jeton d’accès',
  },
  hint: (field, said) => hints[field] ?? said,
  sandboxHint: 'Dans le bac à sable : alice.sandbox, bob.sandbox ou carla.sandbox. Mot de passe : sand-boxx-pass-word',
  popupBlocked: 'Votre navigateur a bloqué la fenêtre. Autorisez les fenêtres surgissantes pour ce site et réessayez.',
  rest: {
    title: 'Connecter les autres réseaux',
    lead: 'Le bac à sable a un compte sur chaque réseau. Connectez-les tous en un clic.',
    connect: 'Tout connecter',
    progress: (done, all) => `${done} sur ${all} connectés`,
    failed: (networks) => `Connexion impossible : ${networks}. Essayez-les un par un.`,
  },
  failures: (code) =>
    code === 'access_denied'
      ? 'Vous avez refusé l’accès. Rien n’a été connecté.'
      : code === 'account_in_use'
        ? 'Quelqu’un d’autre a déjà connecté ce compte. Choisissez-en un autre.'
        : code === 'plan_limit_reached'
          ? 'Cette marque a atteint le nombre de comptes de votre forfait. Passez à un forfait supérieur.'
          : `Impossible de connecter le compte (${code}). Réessayez.`,
}
