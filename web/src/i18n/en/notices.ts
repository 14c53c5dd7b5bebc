interface About {
  readonly brand: string
  readonly handle: string
  readonly by: string
  /** When the access of an account ends: “Friday 4 December”. */
  readonly day: string
}

export const notices = {
  title: 'Notifications',
  unread: 'Unread',
  readAll: 'Mark all read',
  none: 'No notifications yet',
  noneLead: 'Failed posts, approvals and comments will appear here.',
  solved: 'Resolved',
  today: 'Today',
  yesterday: 'Yesterday',
  someone: 'Someone',
  says: {
    post_failed: ({ brand }: About) => `A ${brand} post failed`,
    post_partial: ({ brand }: About) => `A ${brand} post is live on some accounts only`,
    post_unknown: ({ brand }: About) => `Check whether a ${brand} post was published`,
    post_held: ({ brand }: About) => `A ${brand} post is on hold`,
    account_reconnect: ({ brand, handle }: About) => `Reconnect ${handle} of ${brand}`,
    account_expiring: ({ brand, handle, day }: About) => `Reconnect ${handle} of ${brand} before ${day}`,
    approval_requested: ({ brand, by }: About) => `${by} needs your approval for a ${brand} post`,
    approval_reminder: ({ brand }: About) => `A ${brand} post still needs your approval`,
    post_approved: ({ brand, by }: About) => `${by} approved a ${brand} post`,
    post_rejected: ({ brand, by }: About) => `${by} rejected a ${brand} post`,
    client_commented: ({ brand, by }: About) => `${by} commented on a ${brand} post`,
    team_mentioned: ({ brand, by }: About) => `${by} mentioned you on a ${brand} post`,
    team_commented: ({ brand, by }: About) => `${by} commented on a ${brand} post`,
    inbox_morning: ({ brand }: About) => `${brand} has open conversations`,
    post_published: ({ brand }: About) => `A ${brand} post was published`,
  },
  card: {
    title: 'Notifications',
    lead: 'Choose what appears under the bell and what is emailed to you. Unread notifications are emailed after a few minutes.',
    kind: 'Event',
    page: 'Bell',
    email: 'Email',
    choice: (kind: string, channel: string) => `${kind}: ${channel}`,
    kinds: {
      post_failed: 'A post failed',
      post_partial: 'A post is live on some accounts only',
      post_unknown: 'A post is unconfirmed',
      post_held: 'A post is on hold for 15 minutes',
      account_reconnect: 'An account must be reconnected',
      account_expiring: 'An account’s access ends within 7 days',
      approval_requested: 'A post needs your approval',
      approval_reminder: 'Posts still need your approval (at most one email a day)',
      post_approved: 'Your post was approved',
      post_rejected: 'Your post was rejected',
      client_commented: 'A client commented',
      team_mentioned: 'A colleague mentioned you',
      team_commented: 'A colleague commented',
      inbox_morning: 'Open conversations in the morning (at 8:00, if you can reply)',
      post_published: 'A post was published',
    },
  },
}
