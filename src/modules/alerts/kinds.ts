/** The kinds of alert that the service raises. An administrator who raises one by hand may name any other. */
export const alertKinds = [
  'queue_old',
  'posts_overdue',
  'deliveries_old',
  'publish_failures',
  'network_resting',
  'webhook_failures',
  'disk_full',
  'node_silent',
  'database_unreachable',
  'clock_skew',
  'clock_went_back',
  'cron_missed',
  'backup_too_old',
  'mail_failing',
  'certificate_ending',
  'key_ending',
  'post_stuck',
  'post_not_dispatched',
  'recurring_run_failed',
  'recycling_failed',
  'metrics_unreadable',
  'mail_template_set_aside',
] as const

export type AlertKind = (typeof alertKinds)[number]
