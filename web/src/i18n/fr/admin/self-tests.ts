import type { Messages } from '../../en/index.ts'

export const selfTests: Messages['admin']['selfTests'] = {
  names: {
    database: 'Base de données',
    storage: 'Stockage',
    queue: 'File d’attente',
    mail: 'E-mail',
    clock: 'Horloge',
    'embedded-server': 'Serveur de base de données',
    'webhook-loopback': 'Webhooks',
    'stock:unsplash': 'Unsplash',
    'stock:pexels': 'Pexels',
    'stock:giphy': 'GIPHY',
  },
  about: (test, said) => abouts[test] ?? said,
  found: ({ code, detail }) => {
    const words = code === null ? undefined : findings[code]
    return words === undefined ? detail : typeof words === 'string' ? words : words(detail)
  },
  networksLead: 'Chaque réseau répond à un compte de cette installation, ou connaît son application.',
  runAll: 'Lancer tous les tests',
  run: 'Lancer',
  runOne: (test) => `Lancer le test : ${test}`,
  running: 'En cours',
  progress: (done, all) => `${done} tests sur ${all} terminés`,
  results: { ok: 'Réussi', failed: 'Échec' },
  neverRan: 'Jamais lancé',
  runs: 'Derniers passages',
  noRuns: 'Aucun test lancé pour l’instant. Tous les tests prennent quelques secondes et ne changent rien.',
  runOf: (when) => `Passage : ${when}`,
  outcome: (passed, all) => (passed === all ? `Les ${all} ont réussi` : `${passed} réussis sur ${all}`),
  states: { running: 'En cours', passed: 'Réussi', failed: 'Échec', died: 'Interrompu' },
  startedBy: 'Lancé par',
  commandLine: 'la ligne de commande',
  died: 'Le processus s’est arrêté avant la fin des tests. Relancez-les.',
}

const abouts: Readonly<Record<string, string>> = {
  database: 'La base de données reçoit une ligne et la renvoie.',
  storage: 'Le stockage reçoit un fichier et renvoie les mêmes octets.',
  queue: 'Rien n’attend plus de cinq minutes dans la file d’attente.',
  mail: 'Le serveur de messagerie accepte la connexion, ou la boîte d’envoi est accessible en écriture.',
  clock: 'Les horloges de ce processus et de la base de données concordent à la seconde près.',
  'embedded-server': 'Le serveur de base de données est assez récent. On voit aussi qui le fait tourner.',
  'webhook-loopback': 'Un webhook signé arrive intact chez un récepteur de ce processus.',
  'stock:unsplash': 'Unsplash accepte la clé des photos de stock.',
  'stock:pexels': 'Pexels accepte la clé des photos de stock.',
  'stock:giphy': 'GIPHY accepte la clé des GIF.',
}

const quote = (said: string): string => `Message : « ${said} »`

/** Returns the code of an error that a finding has in brackets, with a space before it. */
const quoteReason = (detail: string): string => {
  const code = /\(([A-Z][A-Z_]+)\)/.exec(detail)?.[1]
  return code === undefined ? '' : ` (${code})`
}

/** Findings by their code, with what helps where a test failed. The text of the service holds the names and numbers. */
const findings: Readonly<Record<string, string | ((detail: string) => string)>> = {
  database_works: 'La base de données répond et accepte les modifications.',
  database_reads_only: 'La base de données refuse les modifications. Connectez Posthorn à son serveur primaire.',
  database_returns_else: 'La base de données a renvoyé autre chose que ce qui a été écrit.',
  storage_works: 'Le stockage renvoie ce qui a été écrit.',
  storage_returns_else: 'Le stockage a renvoyé d’autres octets. Vérifiez le disque ou le compartiment.',
  queue_moves: 'Rien n’attend plus de cinq minutes dans la file d’attente.',
  queue_stands: 'Quelque chose attend plus de cinq minutes dans la file d’attente. Démarrez un worker.',
  mail_works: 'Les e-mails peuvent partir.',
  mail_refused: (detail) =>
    `Les e-mails ne peuvent pas partir. Vérifiez SMTP_URL ou les droits de DATA_DIR/outbox.${quoteReason(detail)}`,
  clocks_agree: 'Les horloges concordent à la seconde près.',
  clocks_differ: 'Les horloges de ce processus et de la base de données diffèrent. Réglez les deux par NTP.',
  server_new_enough: 'Le serveur de base de données est assez récent.',
  server_too_old: 'Le serveur de base de données est trop ancien. Utilisez une version plus récente de PostgreSQL.',
  webhook_whole: 'Le webhook est arrivé intact, et sa signature est valide.',
  webhook_changed: 'Le webhook est arrivé modifié. Quelque chose réécrit le trafic entre les processus.',
  network_not_offered: 'Ce réseau n’est pas disponible dans cette installation.',
  network_not_set_up: 'Ce réseau n’est pas configuré ici : son application manque.',
  network_without_address: 'Ce réseau n’a pas d’URL propre. Chaque compte apporte la sienne.',
  network_reached: 'Le réseau est joignable. Sans compte connecté, on ne peut rien vérifier de plus.',
  network_unreached: (detail) => `Le réseau est injoignable. ${quote(detail)}`,
  network_knows_account: 'Le réseau répond à un compte connecté.',
  network_without_answer: (detail) => `Le réseau ne répond pas à un compte connecté. ${quote(detail)}`,
  account_lost: (detail) => `Un compte doit être reconnecté. ${quote(detail)}`,
  stock_not_set_up: 'Il n’est pas configuré : rien ne lui est envoyé.',
  stock_works: 'Le fournisseur accepte la clé.',
  stock_refused: (detail) => `Le fournisseur est inutilisable. ${quote(detail)}`,
  app_not_needed: 'Ce réseau n’a pas besoin d’application.',
  app_missing: 'Aucune application n’est configurée pour ce réseau. Il faut un ID client et un secret client.',
  app_of_another_mode: 'Le réseau est ici dans un autre mode. Changez de mode pour vérifier l’application.',
  app_of_anybody: 'Le réseau a accepté un code inventé. Autre chose répond à son URL.',
  app_unknown: 'Le réseau ne connaît pas l’application. Vérifiez son ID client et son secret client.',
  app_known: 'Le réseau connaît l’application.',
  app_not_checked: (detail) => `L’application n’a pas pu être vérifiée. ${quote(detail)}`,
  test_too_slow: 'Le test a duré trop longtemps.',
  test_broke: 'Le test a échoué de façon inattendue. La cause est dans le journal du serveur.',
}
