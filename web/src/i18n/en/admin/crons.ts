import { plural } from '../../plural.ts'

/** The jobs that run by a schedule. */
export const crons = {
  names: {
    'accounts-refresh': 'Renew the sign-ins of accounts that end soon',
    'administration-certificate': 'Look at the certificate of the public address',
    'administration-fold': 'Add up what the administration counts',
    'analytics-reports': 'Mail the weekly reports that are due',
    'analytics-sweep': 'Delete numbers that are older than plans keep',
    'analytics-watch': 'Begin to count new posts and accounts',
    'audit-head': 'Write the end of the audit log to a file',
    backup: 'Make a backup',
    'billing-enforce-past-due': 'Move accounts to the lowest plan when payment is a week overdue',
    'connecting-sweep': 'Delete connections that nobody finished',
    'edge-sweep': 'Delete old idempotency replies and rate counts',
    'event-stream-sweep': 'Delete old events',
    'identity-sweep': 'Delete sessions and invitations that have ended',
    'jobs-sweep': 'Delete old jobs',
    'media-sweep': 'Delete uploads that nobody finished',
    'posts-name-late': 'Ask networks for the ids of posts that lack one',
    'posts-purge': 'Empty the trash of posts after 30 days',
    'profiles-purge': 'Empty the trash of brands after 30 days',
    'sharing-sweep': 'Forget who looked at shared previews',
    'slack-sweep': 'Tidy up what Slack has sent',
    'telegram-sweep': 'Tidy up what Telegram has sent',
    'webhooks-sweep': 'Delete old webhook deliveries',
  },
  off: 'Off',
  missed: (when: string) => `It should have run ${when}, and no process started it.`,
  neverRan: 'Has not run yet',
  next: (when: string) => `Next ${when}`,
  nextRuns: 'Next runs',
  runs: 'Last runs',
  states: {
    waiting: 'Starting',
    running: 'Running',
    retrying: 'Tries again',
    done: 'Done',
    failed: 'Failed',
    died: 'Broke off',
  },
  /** The message of the program that failed in a run. */
  wentWrong: (said: string) => said,
  byHand: 'Started by',
  attempts: (count: number) => plural('en', count, { one: 'attempt', other: 'attempts' }),
  run: 'Run now',
  isOn: 'Runs by its schedule',
  isOnHint: (zone: string) => `Times of day are in ${zone}. “Run now” works also while it is switched off.`,
  changed: (when: string) => `Changed ${when} by`,
  builtIn: 'Back to the built-in schedule',
  upkeep: {
    title: 'By hand',
    start: 'Start',
    failed: 'That was not started',
    sync: {
      name: 'Read all numbers now',
      about:
        'Every connected account, and the posts of its last two days. Networks that charge for reads keep their times.',
      done: (accounts: number, posts: number) =>
        `The numbers of ${plural('en', accounts, { one: 'account', other: 'accounts' })} and ${plural('en', posts, { one: 'post', other: 'posts' })} are read now`,
    },
    refresh: {
      name: 'Renew sign-ins that end soon',
      about: 'Those of accounts that end within half an hour. Takes 20 seconds at most.',
      done: (checked: number, refreshed: number, failed: number) =>
        checked === 0
          ? 'No sign-in ends soon'
          : `${refreshed} of ${checked} renewed${failed > 0 ? `, ${failed} failed` : ''}`,
    },
  },
}
