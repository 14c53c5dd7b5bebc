import { plural } from '../../plural.ts'

/** The jobs that run by a schedule. */
export const crons = {
  names: {
    'accounts-refresh': 'Renew account access that expires soon',
    'administration-certificate': 'Check the TLS certificate',
    'administration-fold': 'Aggregate admin metrics',
    'analytics-reports': 'Send weekly reports',
    'analytics-sweep': 'Delete analytics beyond plan retention',
    'analytics-watch': 'Start tracking new posts and accounts',
    'audit-head': 'Save an audit log checkpoint',
    backup: 'Create backup',
    'billing-enforce-past-due': 'Downgrade accounts with payments a week overdue',
    'connecting-sweep': 'Delete unfinished connections',
    'edge-sweep': 'Delete old idempotency keys and rate counters',
    'event-stream-sweep': 'Delete old events',
    'identity-sweep': 'Delete expired sessions and invitations',
    'jobs-sweep': 'Delete old jobs',
    'media-sweep': 'Delete unfinished uploads',
    'notices-sweep': 'Delete notifications after 90 days',
    'notices-watch': 'Email unread notifications',
    'posts-name-late': 'Get missing post IDs from networks',
    'posts-purge': 'Delete posts after 30 days in trash',
    'posts-remind': 'Remind approvers of posts',
    'profiles-purge': 'Delete brands after 30 days in trash',
    'inbox-days': 'Store yesterday’s numbers of inboxes',
    'inbox-mornings': 'Email what is open in inboxes',
    'inbox-keep': 'Erase what the inbox no longer stores',
    'inbox-wake': 'Reopen snoozed conversations',
    'guests-mail': 'Email guests about posts that wait for them',
    'guests-sweep': 'Delete expired devices and codes of guests',
    'sharing-sweep': 'Delete share link visitor data',
    'slack-sweep': 'Clean up Slack data',
    'telegram-sweep': 'Clean up Telegram data',
    'planning-holidays': 'Read holiday calendars',
    'planning-purge-ideas': 'Permanently delete deleted ideas',
    'webhooks-sweep': 'Delete old webhook deliveries',
  },
  off: 'Off',
  missed: (when: string) => `Missed its run ${when}.`,
  neverRan: 'Never run',
  next: (when: string) => `Next ${when}`,
  nextRuns: 'Next runs',
  runs: 'Recent runs',
  states: {
    waiting: 'Starting',
    running: 'Running',
    retrying: 'Retrying',
    done: 'Done',
    failed: 'Failed',
    died: 'Interrupted',
  },
  /** The message of the program that failed in a run. */
  wentWrong: (said: string) => said,
  byHand: 'Started by',
  attempts: (count: number) => plural('en', count, { one: 'attempt', other: 'attempts' }),
  run: 'Run now',
  isOn: 'Run on schedule',
  isOnHint: (zone: string) => `Times are in ${zone}. “Run now” works even when this is off.`,
  changed: (when: string) => `Changed ${when} by`,
  builtIn: 'Restore default schedule',
  upkeep: {
    title: 'Manual',
    start: 'Start',
    failed: 'Couldn’t start',
    sync: {
      name: 'Refresh all analytics now',
      about:
        'Every connected account and its posts from the last two days. Networks that charge for reads stay on ' +
        'schedule.',
      done: (accounts: number, posts: number) =>
        `Refreshing ${plural('en', accounts, { one: 'account', other: 'accounts' })} and ` +
        `${plural('en', posts, { one: 'post', other: 'posts' })}`,
    },
    refresh: {
      name: 'Renew expiring access',
      about: 'For accounts whose access expires within 30 minutes. Takes up to 20 seconds.',
      done: (checked: number, refreshed: number, failed: number) =>
        checked === 0
          ? 'No access expires soon'
          : `${refreshed} of ${checked} renewed${failed > 0 ? `, ${failed} failed` : ''}`,
    },
  },
}
