import { firstOf, networkOf } from '../alert-subjects.ts'

/** The names of the kinds of alert. */
export const alertTitles = {
  queue_old: 'Les publications ne partent pas',
  posts_overdue: 'Publications en retard',
  publish_failures: 'Nombreux échecs de publication',
  network_resting: 'Réseau indisponible',
  deliveries_old: 'Webhooks en retard',
  webhook_failures: 'Nombreux échecs de webhooks',
  node_silent: 'Un processus ne répond plus',
  database_unreachable: 'Base de données injoignable',
  disk_full: 'Disque presque plein',
  clock_skew: 'Horloge décalée',
  clock_went_back: 'L’horloge a reculé',
  cron_missed: 'Tâche planifiée manquée',
  backup_too_old: 'Sauvegarde en retard',
  mail_failing: 'Les e-mails n’arrivent pas',
  certificate_ending: 'Certificat TLS proche de l’expiration',
  key_ending: 'Clé API d’administration proche de l’expiration',
  post_stuck: 'Publication bloquée',
  post_not_dispatched: 'Échec de préparation d’une publication',
  recurring_run_failed: 'Publication récurrente omise',
  recycling_failed: 'Échec du recyclage',
  metrics_unreadable: 'Statistiques illisibles',
  mail_template_set_aside: 'E-mail personnalisé inutilisé',
  by_hand: 'Déclenchée à la main',
} as const

/** The sentences of alerts by their kind. The subject names a network, a host or the like. */
export const alertSentences = {
  queue_old: (subject) =>
    `Des publications pour ${networkOf(subject)} attendent depuis plus de cinq minutes, et aucun processus ne les prend. Vérifiez qu’un worker tourne.`,
  posts_overdue: () =>
    'Des publications sont dues depuis plus de cinq minutes, et aucun worker ne les commence. Vérifiez qu’un worker tourne.',
  deliveries_old: () =>
    'Des webhooks attendent depuis plus de cinq minutes, et aucun processus ne les envoie. Vérifiez qu’un worker tourne.',
  publish_failures: (subject) =>
    `En une heure, plus d’une publication sur cinq pour ${networkOf(subject)} a échoué. Voyez les erreurs sous « Réseaux ».`,
  network_resting: (subject) =>
    `Posthorn se met en retrait de ${networkOf(subject)}, car tout y échoue. La file d’attente indique la cause et la reprise.`,
  webhook_failures: () => 'En une heure, plus de la moitié des webhooks ont définitivement échoué.',
  disk_full: (subject) =>
    `Il reste moins d’un dixième du disque de ${firstOf(subject)}. Faites de la place ou agrandissez-le.`,
  node_silent: (subject) =>
    `Un processus de ${firstOf(subject)} ne donne plus signe de vie. Il est arrêté, ou n’atteint pas la base de données.`,
  database_unreachable: (subject) =>
    `Un processus de ${firstOf(subject)} n’a pas atteint la base de données, ou elle refusait les modifications.`,
  clock_skew: (subject) =>
    `L’horloge de ${firstOf(subject)} diffère de celle de la base de données. Activez la synchronisation de l’heure.`,
  clock_went_back: () =>
    'L’horloge de la base de données a reculé. Les publications continuent, mais celles qui sont programmées suivent la nouvelle heure. Vérifiez l’horloge et sa synchronisation.',
  cron_missed: (subject) =>
    `La tâche ${subject} devait s’exécuter, et aucun processus ne l’a lancée. Vérifiez qu’un worker tourne.`,
  backup_too_old: () =>
    'La dernière sauvegarde est trop ancienne. Les dernières exécutions de la tâche backup en donnent la cause.',
  mail_failing: () =>
    'Le serveur de messagerie refuse les e-mails. `posthorn doctor` vérifie SMTP_URL. Ce qui attend partira ensuite.',
  certificate_ending: (subject) =>
    `Le certificat de ${subject} expire bientôt ou a déjà expiré. Renouvelez-le, et cherchez pourquoi cela ne s’est pas fait automatiquement.`,
  key_ending: (subject) =>
    `La clé API d’administration ${subject} expire bientôt ou a déjà expiré. Remplacez-la là où elle sert, puis révoquez-la.`,
  post_stuck: (subject) =>
    `Quelqu’un signale que la publication ${subject} est bloquée. Ce qu’on en sait figure sous « Demandes ».`,
  post_not_dispatched: (subject) =>
    `La publication programmée ${subject} n’a pas pu être préparée et a donc échoué. La cause est dans le journal du serveur.`,
  recurring_run_failed: (subject) =>
    `La répétition ${subject} n’a pas pu créer sa publication et omet cette date. La cause est dans le journal du serveur.`,
  recycling_failed: (subject) =>
    `La publication ${subject} n’a pas pu être recréée et omet cette date. La cause est dans le journal du serveur.`,
  metrics_unreadable: (subject) =>
    `Les statistiques de ${networkOf(subject)} sont illisibles, et seul un administrateur du serveur peut y remédier. La cause est dans le journal du serveur.`,
  mail_template_set_aside: (subject) =>
    `L’e-mail personnalisé ${subject} ne suit pas les règles de cette version : l’e-mail par défaut part à sa place. Enregistrez-le de nouveau, ou rétablissez la version par défaut.`,
} as const satisfies Readonly<Record<Exclude<keyof typeof alertTitles, 'by_hand'>, (subject: string) => string>>
