import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const networks: Messages['admin']['networks'] = {
  modes: { sandbox: 'Bac à sable', trial: 'Essai', live: 'Production' },
  rests: 'En retrait après des erreurs répétées.',
  paused: 'En pause',
  accounts: (active, reconnect) =>
    plural('fr', active, { one: 'compte', other: 'comptes' }) + (reconnect > 0 ? `, ${reconnect} à reconnecter` : ''),
  lastOut: (when) => `dernière publication ${when}`,
  lastError: (when) => `Dernière erreur ${when} :`,
  whyMissing: (setting, said) =>
    setting === 'PUBLIC_URL'
      ? 'Le réseau renvoie les personnes vers une URL https de cette installation.'
      : /_CLIENT_(ID|SECRET)$/.test(setting)
        ? 'Le réseau connecte les comptes par une application que vous y enregistrez.'
        : said,
  missing: (count) =>
    `${plural('fr', count, { one: 'paramètre manque', other: 'paramètres manquent' })} pour la production`,
}

/** Purposes of secrets, by name. */
const purposes: Readonly<Record<string, string>> = {
  AI_API_KEY: 'Clé pour AI_BASE_URL, si l’adresse en demande une.',
  GIPHY_API_KEY:
    'Clé API de votre application GIPHY, depuis https://developers.giphy.com/dashboard/. Elle permet de chercher des GIF. GIPHY exige que les requêtes partent de l’appareil de chacun et interdit les copies sans son accord : demandez-le avant de saisir une clé. Sans elle, rien n’est envoyé à GIPHY.',
  PEXELS_API_KEY:
    'Clé API de votre compte Pexels, depuis https://www.pexels.com/api/. Elle permet de chercher des photos de Pexels. Sans elle, rien n’est envoyé à Pexels.',
  UNSPLASH_ACCESS_KEY:
    'Clé d’accès de votre application Unsplash, depuis https://unsplash.com/oauth/applications. Elle permet de chercher des photos d’Unsplash. Sans elle, rien n’est envoyé à Unsplash.',
  S3_ACCESS_KEY_ID: 'Clé d’accès au stockage des fichiers. Sans valeur : les identifiants de la machine.',
  S3_SECRET_ACCESS_KEY: 'Secret de cette clé d’accès.',
  SLACK_CLIENT_ID:
    'ID client de votre application Slack. Avec le secret client et le secret de signature, Slack passe en production, quelle que soit la valeur de SANDBOX.',
  SLACK_CLIENT_SECRET: 'Secret client de cette application.',
  SLACK_SIGNING_SECRET: 'Secret de signature de cette application. Slack signe avec lui ce qu’il envoie.',
  SMTP_URL: 'Serveur de messagerie. Sans valeur : chaque e-mail est écrit dans un fichier de DATA_DIR/outbox.',
  TELEGRAM_BOT_TOKEN:
    'Jeton de votre bot Telegram, fourni par @BotFather. Avec lui, Telegram passe en production, quelle que soit la valeur de SANDBOX.',
}

/** Purposes of the secrets of any network, by the end of their names. */
const ofNetworks: readonly (readonly [ending: string, purpose: string])[] = [
  [
    '_CLIENT_ID',
    'ID client de l’application que vous avez enregistrée auprès du réseau. Avec le secret client, le réseau passe en production, quelle que soit la valeur de SANDBOX.',
  ],
  ['_CLIENT_SECRET', 'Secret client de cette application.'],
  ['_VERIFY_TOKEN', 'Un jeton de votre choix. Indiquez le même chez Meta comme jeton de vérification du webhook.'],
  [
    '_CONFIG_ID',
    'ID de configuration de Facebook Login for Business, dont les autorisations s’appliquent alors. Inutile avec un simple Facebook Login.',
  ],
]

export const secrets: Messages['admin']['secrets'] = {
  title: 'Identifiants d’application',
  lead: 'Les identifiants de vos applications auprès des réseaux. Les valeurs sont chiffrées et ne sont plus jamais affichées. Requiert la validation en deux étapes.',
  about: (name, said) => purposes[name] ?? ofNetworks.find(([ending]) => name.endsWith(ending))?.[1] ?? said,
  show: 'Afficher les identifiants',
  apply: 'Appliquer les modifications',
  store: (name) => `Enregistrer ${name}`,
  set: 'Définir',
  replace: 'Remplacer',
  remove: 'Supprimer',
  removeTitle: (name) => `Supprimer ${name}`,
  removeLead:
    'Une fois les modifications appliquées, la variable d’environnement sert à la place. Sans elle, l’application du réseau cesse de fonctionner.',
  typeName: (name) => `Saisissez ${name} pour supprimer`,
  value: 'Valeur',
  codeLead: 'Chaque code sert une fois : chaque étape en demande un nouveau.',
  unset: 'Non défini',
  sources: { stored: 'Enregistré ici', environment: 'Défini par une variable d’environnement' },
  waits: 'pas encore appliqué',
}
