import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

export const problem: Messages['problem'] = {
  titles: {
    noAnswer: 'Posthorn est injoignable',
    busy: 'Posthorn est surchargé',
    tooOften: 'Trop de tentatives',
    ours: 'Une erreur s’est produite de notre côté',
    plan: 'Forfait supérieur nécessaire',
    role: 'Vous n’avez pas l’autorisation',
    operatorRole: 'Réservé aux administrateurs du serveur',
    factor: 'Validation en deux étapes requise',
    code: 'Saisissez votre code de validation',
    wrongCode: 'Code incorrect',
    signInAgain: 'Reconnectez-vous',
    disabled: 'Votre compte a été désactivé',
    notYours: 'Vous n’avez pas accès à ceci',
    key: 'Les clés API ne le permettent pas',
    switchedOff: 'Cette fonctionnalité est désactivée',
    gone: 'Introuvable',
    refused: 'L’opération a échoué',
    unknown: 'Une erreur s’est produite sur cette page',
  },
  texts: {
    gone: 'L’élément a peut-être été supprimé, ou vous n’y avez plus accès.',
    noAnswer: 'Vous êtes peut-être hors ligne, ou Posthorn redémarre. Votre travail est en sécurité.',
    ours: 'Votre travail est en sécurité. Réessayez. Si cela continue, envoyez l’ID de la requête à votre administrateur du serveur.',
    factor: 'Utilisez une application d’authentification sur votre téléphone. Deux minutes suffisent.',
    code: 'Saisissez le code de votre application d’authentification, ou un code de récupération.',
    wrongCode: 'Vérifiez la saisie ou attendez le code suivant. Chaque code sert une fois.',
    signInAgain: 'Par sécurité, reconnectez-vous pour continuer.',
    disabled:
      'Un administrateur du serveur a désactivé votre compte. Demandez-lui de le réactiver. Votre travail non enregistré reste dans ce navigateur.',
  },
  ways: {
    plan: 'Voir le forfait et ses limites',
    role: 'Voir les membres',
    factor: 'Configurer la validation en deux étapes',
    key: 'Voir les clés API',
    start: 'Aller à l’accueil',
    signInAgain: 'Se reconnecter',
  },
  signInLead: 'Puis réessayez. Rien n’est perdu sur cette page.',
  retryIn: (seconds) => `Réessayez dans ${plural('fr', seconds, { one: 'seconde', other: 'secondes' })}`,
  retryNow: 'Vous pouvez réessayer.',
  request: 'ID de la requête',
  copyRequest: 'Copier l’ID de la requête',
}
