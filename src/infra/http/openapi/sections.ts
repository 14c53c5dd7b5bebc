/** The sections of the reference, in the order in which a newcomer needs them. */
export const sections: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: 'Posts',
    description: 'Write, validate, schedule, publish, change and retry posts. A post has one target for each account.',
  },
  { name: 'Queue', description: 'Submit a draft, cancel what is not published yet, and track each target of a post.' },
  { name: 'Recurring posts', description: 'Repeat a post on a schedule: skip, move, pause and change its runs.' },
  { name: 'Calendar feeds', description: 'Show a profile’s schedule in calendar apps.' },
  { name: 'Approvals', description: 'Require approval of the exact content before it is published.' },
  {
    name: 'Sharing',
    description: 'Show a post to people without an account before it is published, and collect their comments.',
  },
  { name: 'Media', description: 'Upload images and videos, or import them from a URL, and use them in posts.' },
  {
    name: 'Connections',
    description: 'Connect accounts by signing in at the network, with direct credentials, or by inviting someone else.',
  },
  { name: 'Accounts', description: 'List connected accounts, see their health, and disconnect them.' },
  {
    name: 'Analytics',
    description: 'Metrics of posts and accounts: totals, trends, comparisons, best times, and exports.',
  },
  { name: 'Profiles', description: 'A profile is a brand. Posts, accounts and media belong to one.' },
  { name: 'Profile links', description: 'URLs that a profile shows.' },
  { name: 'Profile members', description: 'Give other users a role on a profile, and invite people.' },
  { name: 'Chats', description: 'Write and watch posts from Telegram and Slack.' },
  { name: 'Webhooks', description: 'Receive signed events, inspect deliveries and send them again.' },
  { name: 'Events', description: 'Read past events, or follow them live.' },
  { name: 'Identity', description: 'Sign up, sign in, renew tokens, and reset passwords.' },
  { name: 'API keys', description: 'Create and revoke credentials for programs. A key has scopes.' },
  {
    name: 'Apps',
    description: 'Let agents, editors and the command line act for you without an API key, and revoke their access.',
  },
  { name: 'Account', description: 'Your own user: name, email, password, sessions, deletion.' },
  { name: 'Second factor', description: 'Protect sign-in with one-time codes.' },
  { name: 'Feature flags', description: 'Turn features on for users, plans or a percentage of users.' },
  {
    name: 'Secrets',
    description: 'Set up networks, email, storage and the AI provider without changing the environment.',
  },
  {
    name: 'Sandbox',
    description: 'Simulate network faults in the sandbox and advance its clock. Real networks are never affected.',
  },
  {
    name: 'Administration',
    description:
      'Monitor and run the installation. The support role reads and handles tickets, admins change settings, and ' +
      'superadmins also change roles and secrets.',
  },
  { name: 'System', description: 'Health, metrics, and this document.' },
]
