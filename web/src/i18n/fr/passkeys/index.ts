import type { AreaMessages } from '../../en/index.ts'

export const passkeys: AreaMessages['passkeys'] = {
  button: 'Se connecter avec une clé d’accès',
  factor: 'Utiliser une clé d’accès',
  or: 'ou',
  wrongPlace: 'Les clés d’accès ne fonctionnent qu’à l’URL publique de ce serveur. Ouvrez cette URL, puis réessayez.',
  card: {
    twice: 'Cet appareil ou votre gestionnaire de mots de passe a déjà une clé d’accès pour votre compte.',
    title: 'Clés d’accès',
    lead: 'Connectez-vous avec votre empreinte, votre visage, un code PIN ou une clé de sécurité, sans mot de passe.',
    noHttps:
      'Les clés d’accès demandent une URL https avec un nom de domaine, ou http://localhost. Demandez-la à un administrateur du serveur.',
    noBrowser: 'Ce navigateur ne prend pas en charge les clés d’accès. Ajoutez-en une dans un autre navigateur.',
    add: 'Ajouter une clé d’accès',
    rename: 'Renommer',
    remove: 'Supprimer',
    full: (max) => `Vous avez ${max} clés d’accès, le maximum. Supprimez-en une pour en ajouter une autre.`,
    renameNamed: (name) => `Renommer ${name}`,
    removeNamed: (name) => `Supprimer ${name}`,
    added: (when) => `Ajoutée ${when}`,
    used: (when) => `Dernière utilisation ${when}`,
    unused: 'Pas encore utilisée',
    elsewhere: (host) => `Ne fonctionne qu’à ${host}`,
    renameTitle: 'Renommer la clé d’accès',
    name: 'Nom',
    save: 'Enregistrer',
    removeTitle: (name) => `Supprimer ${name} ?`,
    removeLead:
      'Vous ne pourrez plus vous connecter avec elle. Supprimez-la aussi de votre gestionnaire de mots de passe.',
    toastAdded: (name) => `${name} ajoutée`,
    toastRemoved: 'Clé d’accès supprimée',
  },
}
