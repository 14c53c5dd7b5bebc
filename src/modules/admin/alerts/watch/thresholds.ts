import type { AlertKind, Severity } from '#modules/alerts/index.ts'

interface Measured {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The bound at which a metric raises an alert. The Prometheus rules in docs/prometheus have the same bounds. */
interface Threshold {
  readonly kind: AlertKind
  readonly severity: Severity
  /** The bound: the alert is open while the metric is above or below it. */
  readonly above?: number
  readonly below?: number
  readonly about: string
  readonly message: (measured: Measured) => string
}

const percent = (share: number): string => `${Math.round(share * 100)}%`
const minutesOf = (seconds: number): string => `${Math.round(seconds / 60)} minutes`

const hoursOf = (seconds: number): string => `${Math.max(1, Math.round(seconds / 3_600))} h`
/** Rounds down, so that no one expects more time than remains. */
const daysOf = (seconds: number): string =>
  seconds < 172_800 ? 'less than two days' : `${Math.floor(seconds / 86_400)} days`

const thresholds = {
  posthorn_queue_oldest_seconds: {
    kind: 'queue_old',
    severity: 'critical',
    above: 300,
    about: 'Age of the oldest publication that is ready and that no process has claimed. A paused network counts as 0.',
    message: ({ labels, value }) =>
      `Posts to ${labels.network} have been waiting for ${minutesOf(value)} with no worker to send them. Check that ` +
      'a worker is running.',
  },
  posthorn_posts_overdue_seconds: {
    kind: 'posts_overdue',
    severity: 'critical',
    above: 300,
    about: 'Age of the oldest due post that no worker has enqueued for publishing.',
    message: ({ value }) => `Posts are ${minutesOf(value)} overdue. Check that a worker is running.`,
  },
  posthorn_delivery_oldest_seconds: {
    kind: 'deliveries_old',
    severity: 'warning',
    above: 300,
    about: 'Age of the oldest webhook delivery that is ready and that no process has claimed.',
    message: ({ value }) =>
      `Webhook deliveries have been waiting for ${minutesOf(value)}. Check that a worker is running.`,
  },
  posthorn_publish_failure_share: {
    kind: 'publish_failures',
    severity: 'critical',
    above: 0.2,
    about:
      'Share of the publications of the last hour or two that failed or have an unknown outcome. 0 for fewer than ' +
      'ten of them.',
    message: ({ labels, value }) =>
      `${percent(value)} of the posts to ${labels.network} (${labels.mode}) failed in the last hour. Check the ` +
      'errors under platforms.',
  },
  posthorn_network_resting: {
    kind: 'network_resting',
    severity: 'warning',
    above: 0,
    about: '1 while Posthorn has suspended calls to a network because they all fail.',
    message: ({ labels }) =>
      `Posthorn is backing off from ${labels.network} because every request fails. See the queue for details.`,
  },
  posthorn_webhook_failure_share: {
    kind: 'webhook_failures',
    severity: 'warning',
    above: 0.5,
    about:
      'Share of the webhook deliveries of the last hour or two that failed permanently. 0 for fewer than ten of them.',
    message: ({ value }) => `${percent(value)} of webhook deliveries failed permanently in the last hour.`,
  },
  posthorn_disk_free_share: {
    kind: 'disk_full',
    severity: 'critical',
    below: 0.1,
    about: 'Free share of the disk that holds the data folder of a process.',
    message: ({ labels, value }) =>
      `The data disk on ${labels.host} has ${percent(value)} free. Free up space or add more.`,
  },
  posthorn_node_silent_seconds: {
    kind: 'node_silent',
    severity: 'critical',
    above: 30,
    about: 'Time since the last heartbeat of a process that has neither shut down cleanly nor been replaced.',
    message: ({ labels, value }) =>
      `The process on ${labels.host} (${labels.roles}) hasn’t reported for ${Math.round(value)} seconds. It stopped ` +
      'or can’t reach the database.',
  },
  posthorn_database_lost_seconds: {
    kind: 'database_unreachable',
    severity: 'critical',
    above: 0,
    about:
      'Time since a process could not reach or write to the database. Reported until a minute after the process ' +
      'could again.',
    message: ({ labels }) => `The process on ${labels.host} (${labels.roles}) couldn’t reach the database.`,
  },
  posthorn_clock_offset_seconds: {
    kind: 'clock_skew',
    severity: 'warning',
    above: 5,
    about: 'Difference between the clocks of the database and of a process’s machine.',
    message: ({ labels, value }) =>
      `The clock on ${labels.host} is ${Math.round(value)} seconds off from the database. Turn on time ` +
      'synchronization.',
  },
  posthorn_clock_back_seconds: {
    kind: 'clock_went_back',
    severity: 'critical',
    above: 5,
    about: 'Lag of the database clock behind the newest time that Posthorn has seen there.',
    message: ({ value }) =>
      `The database clock went back by ${value < 120 ? `${Math.round(value)} seconds` : minutesOf(value)}. Posts ` +
      'continue, but scheduled posts follow the new time. Check the clock and the time synchronization.',
  },
  posthorn_cron_overdue_seconds: {
    kind: 'cron_missed',
    severity: 'warning',
    above: 0,
    about: 'Time since a cron should have run, if no process has started it for two minutes.',
    message: ({ labels }) => `Scheduled job ${labels.cron} missed its run. Check that a worker is running.`,
  },
  posthorn_backup_overdue_seconds: {
    kind: 'backup_too_old',
    severity: 'critical',
    above: 3_600,
    about: 'How long a backup is overdue according to BACKUP_SCHEDULE. Absent without BACKUP_TO.',
    message: ({ value }) => `The next backup is ${hoursOf(value)} overdue. Check the backup job’s recent runs.`,
  },
  posthorn_mail_failing_seconds: {
    kind: 'mail_failing',
    severity: 'critical',
    above: 60,
    about: 'Age of the oldest email that the mail server did not accept. A rejected recipient does not count.',
    message: ({ value }) =>
      `The mail server has not accepted email for ${minutesOf(value)}. Run \`posthorn doctor\` to check SMTP_URL. ` +
      'Waiting email will be sent once it works.',
  },
  posthorn_certificate_left_seconds: {
    kind: 'certificate_ending',
    severity: 'critical',
    below: 1_209_600,
    about: 'Time until the TLS certificate of the public URL expires, as last checked. Negative if it has expired.',
    message: ({ labels, value }) =>
      value <= 0
        ? `The TLS certificate for ${labels.host} has expired. Browsers and networks reject it. Renew it.`
        : `The TLS certificate for ${labels.host} expires in ${daysOf(value)}. Renew it and check why auto-renewal ` +
          'failed.',
  },
  posthorn_operator_key_left_seconds: {
    kind: 'key_ending',
    severity: 'warning',
    below: 604_800,
    about: 'Time until an API key with administrative scopes expires. Keys issued for less than 30 days do not count.',
    message: ({ labels, value }) =>
      value <= 0
        ? `Administrator API key ${labels.key} has expired. Replace it, then revoke it.`
        : `Administrator API key ${labels.key} expires in ${daysOf(value)}. Replace it, then revoke it.`,
  },
} as const satisfies Readonly<Record<string, Threshold>>

type FigureName = keyof typeof thresholds

/** A metric that is compared with its bound, and that Prometheus reads. */
export interface Figure extends Measured {
  readonly name: FigureName
}

export const figureLabels = ['network', 'mode', 'host', 'roles', 'cron', 'key'] as const

/** Returns the threshold of a metric. */
export const thresholdOf = (name: FigureName): Threshold => thresholds[name]

/** True if a metric is beyond its bound. */
export function isBeyond({ name, value }: Figure): boolean {
  const { above, below } = thresholdOf(name)
  return (above !== undefined && value > above) || (below !== undefined && value < below)
}

/** Every metric with its meaning, and its bound in Prometheus syntax. */
export const figures = (Object.keys(thresholds) as FigureName[]).map((name) => {
  const { about, above, below } = thresholdOf(name)
  return { name, about, bound: above === undefined ? `< ${below}` : `> ${above}` }
})
