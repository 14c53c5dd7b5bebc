import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

export const zone: Messages['zone'] = {
  title: 'Votre fuseau horaire est UTC',
  lead: (name) =>
    `Ce navigateur est réglé sur ${name}. Rapports et publications récurrentes peuvent suivre votre fuseau horaire.`,
  choose: (name) => `Utiliser ${name}`,
  keep: 'Garder UTC',
}

export const live: Messages['live'] = {
  offline: 'Vous êtes hors ligne. Vos modifications restent dans ce navigateur et seront enregistrées à votre retour.',
  noAnswer: 'Posthorn est injoignable. Vos modifications restent dans ce navigateur. Nouvel essai…',
  interrupted: 'Mises à jour en direct interrompues. Reconnexion… Tout le reste fonctionne.',
}

export const offline: Messages['offline'] = {
  title: 'Vous êtes hors ligne',
  noAnswer: 'Posthorn est injoignable',
  lead: 'Cette page se charge dès que Posthorn répond. Vos brouillons sont en sécurité.',
  write: 'Rédigez votre prochaine publication en attendant',
  kept: 'Enregistré dans ce navigateur. Cela deviendra un brouillon dès que Posthorn répond.',
}

export const received: Messages['received'] = {
  title: 'Partagé avec Posthorn',
  lead: 'Vérifiez que ce partage vient de vous. Posthorn n’enregistre rien avant votre choix.',
  use: 'L’utiliser',
  discard: 'Ignorer',
  nothing: 'Rien n’a été partagé',
  nothingLead: 'Le partage a déjà été utilisé ou ignoré, ou il vient d’un autre site.',
  saveIdea: 'Enregistrer comme idée',
}

export const palette: Messages['palette'] = {
  label: 'Rechercher pages, actions et publications',
  none: 'Aucun résultat.',
  groups: { places: 'Aller à', actions: 'Commandes', profiles: 'Marques', posts: 'Publications' },
  actions: {
    light: 'Passer au mode clair',
    dark: 'Passer au mode sombre',
    keys: 'Raccourcis clavier',
    asCode: 'Afficher cette page en code',
  },
  keys: {
    title: 'Raccourcis clavier',
    lead: 'Ils agissent quand vous n’écrivez pas. Désactivez les touches seules dans Paramètres › Profil.',
    offLead: 'Les touches seules sont désactivées. Activez-les dans Paramètres › Profil.',
    palette: 'Rechercher ou aller à…',
    compose: 'Nouvelle publication',
    help: 'Raccourcis clavier',
    asCode: 'Cette page en code',
    rows: 'Ligne suivante / précédente d’une liste',
    openRow: 'Ouvrir la ligne',
    select: 'Sélectionner la ligne',
    search: 'Rechercher dans cette page',
    today: 'Calendrier : aujourd’hui',
    months: 'Calendrier : mois précédent / suivant',
    days: 'Calendrier : changer de jour',
    write: 'Calendrier : nouvelle publication le jour choisi',
    note: 'Calendrier : note sur le jour choisi',
    move: 'Calendrier : déplacer la publication choisie',
    reply: 'Boîte de réception : répondre',
    done: 'Boîte de réception : terminer et passer à la suivante',
    snooze: 'Boîte de réception : mettre en pause',
    label: 'Boîte de réception : étiquettes',
    inboxNote: 'Boîte de réception : note pour l’équipe',
    hideComment: 'Boîte de réception : masquer le dernier commentaire',
    assign: 'Boîte de réception : attribuer, deux fois pour vous',
    reopen: 'Boîte de réception : rouvrir',
    close: 'Fermer la boîte de dialogue ou le menu',
  },
  asCode: {
    title: 'Cette page en code',
    lead: 'Les appels d’API de cette page. Mettez votre clé API dans POSTHORN_API_KEY pour les exécuter.',
    form: 'Forme',
    forms: { curl: 'curl', typescript: 'TypeScript', cli: 'Ligne de commande', mcp: 'Agent (MCP)' },
    none: {
      cli: (operation) => `${operation} n’existe pas en ligne de commande. Utilisez curl ou TypeScript.`,
      mcp: (operation) => `${operation} n’est pas disponible pour les agents. Utilisez curl ou TypeScript.`,
    },
    toolsets: (url) =>
      `Par défaut, les agents ont les outils les plus utilisés. Connectez-vous à ${url} pour tous les avoir.`,
    keys: 'Clés API',
    reference: 'Référence de l’API',
  },
}

export const weather: Messages['weather'] = {
  lead: 'Faites échouer un réseau du bac à sable et voyez comment Posthorn réagit. Les vrais réseaux ne sont pas touchés.',
  presets: {
    label: 'Scénarios',
    outage: 'Courte panne',
    lost: 'Réponse perdue',
    refusal: 'Publication refusée',
    rush: 'Limite de débit',
  },
  network: 'Réseau',
  fault: 'Panne',
  calls: 'Durée',
  untilMended: 'Jusqu’à ce que je l’arrête',
  next: (count) => (count < 2 ? 'La prochaine requête' : `Les ${count} prochaines requêtes`),
  break: 'Démarrer',
  mend: 'Arrêter',
  mendAll: 'Tout arrêter',
  clear: 'Tous les réseaux fonctionnent.',
  left: (count) => plural('fr', count, { one: 'requête restante', other: 'requêtes restantes' }),
  struck: (count) => plural('fr', count, { one: 'requête touchée', other: 'requêtes touchées' }),
  kinds: {
    error_before: 'Renvoie une erreur',
    reset: 'Coupe la connexion',
    rate_limit: 'Limite de débit dépassée',
    expired_token: 'Jeton d’accès expiré',
    revoked_token: 'Accès révoqué',
    reject: 'Refuse la publication',
    error_after: 'Publie, puis renvoie une erreur',
    timeout_after: 'Publie, puis ne répond jamais',
    drop_after: 'Publie, puis la connexion se coupe',
    truncate_after: 'Publie, puis renvoie une demi-réponse',
    slow: 'Répond avec 5 secondes de retard',
    slow_processing: 'Traite la vidéo 1 minute de plus',
  },
  time: 'Horloge du bac à sable',
  timeLead:
    'Avancez dans le temps sur les réseaux : les chiffres montent et les accès expirent. Votre programme ne change pas.',
  pass: { hour: '1 heure plus tard', day: '1 jour plus tard', month: '30 jours plus tard' },
  ahead: (time) => `Heure du bac à sable : ${time}`,
}
