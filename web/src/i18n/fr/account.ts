import type { Messages } from '../en/index.ts'

export const account: Messages['account'] = {
  sessions: {
    title: 'Sessions actives',
    lead: 'Déconnectez tout appareil inconnu. L’effet est immédiat.',
    current: 'Cet appareil',
    unknown: 'Application inconnue',
    device: (program, system) => `${program} sur ${system}`,
    signedIn: (when) => `Connexion ${when}`,
    used: (when) => `dernière utilisation ${when}`,
    end: 'Déconnecter',
    endNamed: (device) => `Déconnecter ${device}`,
    endOthers: 'Déconnecter tous les autres appareils',
  },
  elsewhere: {
    title: 'Connexion',
    lead: (issuer) => `${issuer} gère votre e-mail, votre mot de passe et vos appareils.`,
  },
  report: {
    title: 'Rapport hebdomadaire',
    lead: 'Recevez vos statistiques par e-mail chaque lundi à 8 h. Rien n’est envoyé sans activité.',
    next: (when) => `Prochain envoi : ${when}`,
  },
  keys: {
    title: 'Clavier',
    lead: 'Les raccourcis à une touche, comme C pour une nouvelle publication. Les raccourcis avec Ctrl ou ⌘ marchent toujours.',
    on: 'Raccourcis à une touche dans ce navigateur',
  },
  export: {
    title: 'Exportation',
    lead: 'Téléchargez un fichier zip avec votre compte, vos marques, publications, statistiques et fichiers. Une fois par heure.',
    save: 'Télécharger mes données',
  },
  remove: {
    title: 'Supprimer votre compte',
    lead: 'Vos marques, publications, fichiers et connexions seront supprimés définitivement. C’est irréversible.',
    open: 'Supprimer mon compte…',
    ask: 'Supprimer votre compte ?',
    askLead: 'Ce qui est publié reste en ligne. Les publications programmées sont annulées. C’est irréversible.',
    type: (email) => `Saisissez « ${email} » pour confirmer`,
    password: 'Votre mot de passe',
    code: 'Code de l’application d’authentification',
    confirm: 'Tout supprimer',
  },
}

export const slack: Messages['slack'] = {
  title: 'Slack',
  lead: 'Rédigez, publiez et approuvez depuis Slack, et recevez-y vos notifications.',
  connected: (team) => `Associé dans ${team}. Tapez-y /posthorn help.`,
  installedBy: (name, when) => `Installé par ${name}, ${when}`,
  install: 'Ajouter à Slack',
  link: 'Associer un espace de travail existant',
  codeLead: 'Saisissez ceci dans Slack d’ici 10 minutes. La commande ne sert qu’une fois.',
  command: 'Commande',
  end: 'Déconnecter',
  endTitle: 'Déconnecter Slack ?',
  endLead:
    'Si vous avez installé l’application, elle disparaît pour tout l’espace de travail. Sinon, seul votre compte est dissocié.',
}

export const telegram: Messages['telegram'] = {
  title: 'Telegram',
  lead: 'Envoyez du texte, des images et des vidéos au bot pour créer des brouillons. Programmez-les et publiez-les dans la discussion.',
  none: 'Aucun bot n’a encore été configuré par un administrateur du serveur.',
  link: 'Associer une discussion',
  linkAnother: 'Associer une autre discussion',
  codeLead: 'Ouvrez le bot et appuyez sur Démarrer. Le code sert une fois et expire dans 10 minutes.',
  open: (bot) => `Ouvrir @${bot}`,
  command: 'Dans un groupe, envoyez-y ce message',
  linked: (when) => `Associée ${when}`,
  unreachable: 'Bot bloqué ou retiré',
  unlink: 'Dissocier',
}
