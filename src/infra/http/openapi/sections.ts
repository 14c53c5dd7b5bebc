import type { DescribedOperation, OpenApiDocument } from './document.ts'

interface Section {
  readonly name: string
  readonly description: string
  /** The operations that come first, in the order of use. The others follow in the order of their routes. */
  readonly first?: readonly string[]
}

interface Group {
  readonly name: string
  readonly sections: readonly Section[]
}

/** The sections of the reference, in the order in which a newcomer needs them. */
const groups: readonly Group[] = [
  {
    name: 'Start',
    sections: [
      { name: 'API keys', description: 'Create and revoke credentials for programs. A key has scopes.' },
      {
        name: 'Profiles',
        description: 'A profile is a brand. Posts, accounts and media belong to one.',
        first: ['createProfile', 'listProfiles', 'getProfile', 'updateProfile'],
      },
      {
        name: 'Connections',
        description:
          'Connect accounts: by signing in at the network, with direct credentials, or by inviting someone else.',
        first: ['createOauthUrl', 'finishOauth', 'upgradeScopes', 'getConnectInvitation'],
      },
      {
        name: 'Accounts',
        description: 'List connected accounts, check their health, choose their pages, and disconnect them.',
        first: ['listProviders', 'connectDirectly', 'connectBluesky', 'connectMastodon', 'listConnections'],
      },
      {
        name: 'Media',
        description: 'Upload images and videos, or import them from a URL, and use them in posts.',
      },
      {
        name: 'Stock photos',
        description:
          'Search the providers of photos and GIFs that a server administrator has set up, and add credited files.',
      },
    ],
  },
  {
    name: 'Publish',
    sections: [
      {
        name: 'Posts',
        description:
          'Write, validate, schedule, publish, change and retry posts. A post has one target for each account.',
        first: [
          'createPost',
          'validatePost',
          'listPosts',
          'listPostSummaries',
          'getPost',
          'updatePost',
          'publishPostNow',
          'getPostStatus',
          'listPostPublications',
          'retryPost',
          'resolvePostTarget',
          'expandPost',
          'duplicatePost',
          'deletePost',
          'restorePost',
          'listTrash',
        ],
      },
      {
        name: 'Queue',
        description: 'Submit a draft, cancel what is not published yet, and track each target of a post.',
      },
      {
        name: 'Saved texts',
        description: 'Snippets, hashtags, signatures, first comments and templates of posts.',
      },
      {
        name: 'Mentions',
        description: 'The people and companies that a profile mentions, with a handle for each network.',
      },
      { name: 'Recurring posts', description: 'Repeat a post on a schedule: skip, move, pause and change its runs.' },
      { name: 'Approvals', description: 'Require approval of the exact content before it is published.' },
      {
        name: 'Team comments',
        description: 'Discuss a post with the other members of its profile. Visitors of share links never see it.',
      },
      {
        name: 'Guests',
        description: 'Invite clients without an account to read, comment on and approve posts of a period.',
        first: ['inviteGuest', 'listGuests'],
      },
      {
        name: 'Sharing',
        description: 'Show a post to people without an account before it is published, and collect their comments.',
      },
      {
        name: 'Posting times',
        description:
          'Plan the times of a week, see which are free and which would not hold, and fill them with drafts.',
      },
      {
        name: 'Views',
        description: 'Save the filters of a page under a name, for yourself or for everyone in a profile.',
      },
      { name: 'Labels', description: 'Name, rename, merge and archive the labels and campaigns of posts and files.' },
      { name: 'Ideas', description: 'Collect ideas on a board of stages, and turn them into drafts.' },
      { name: 'Calendar notes', description: 'Write notes on the days of the calendar.' },
      { name: 'Holiday calendars', description: 'Show holidays in the calendar, from the URLs of iCalendar files.' },
      { name: 'Calendar feeds', description: 'Show a profile’s schedule in calendar apps.' },
    ],
  },
  {
    name: 'Follow',
    sections: [
      {
        name: 'Inbox',
        description: 'Read what people say to your accounts, and work on it as conversations.',
        first: ['listInboxAccounts', 'updateInboxAccount', 'listConversations', 'getConversation', 'listInboxItems'],
      },
      {
        name: 'Analytics',
        description: 'Metrics of posts and accounts: totals, trends, comparisons, best times, and exports.',
        first: ['getAnalyticsOverview', 'comparePeriods', 'getPostMetrics', 'getPostMetricsHistory', 'summarizePosts'],
      },
      { name: 'Webhooks', description: 'Receive signed events, inspect deliveries and send them again.' },
      { name: 'Events', description: 'Read past events, or follow them live.' },
    ],
  },
  {
    name: 'Work together',
    sections: [
      { name: 'Profile members', description: 'Give other users a role on a profile, and invite people.' },
      {
        name: 'Profile links',
        description:
          'Link a profile to a parent, so that a post of the parent can also be published on its children, by rules of the link.',
      },
      {
        name: 'Notices',
        description: 'What needs your attention, and how you are notified.',
        first: ['listNotices', 'readNotices', 'getNoticePreferences', 'setNoticePreferences'],
      },
      {
        name: 'Chats',
        description: 'Write and watch posts from Telegram and Slack.',
        first: ['createChatAccessCode', 'listLinkedChats', 'unlinkChat', 'refreshLinkedChat', 'getChatConnection'],
      },
    ],
  },
  {
    name: 'Users',
    sections: [
      {
        name: 'Identity',
        description: 'Sign up, sign in, renew tokens, and reset passwords.',
        first: ['getSignInOptions', 'signUp', 'signIn', 'refreshToken', 'signOut'],
      },
      {
        name: 'Account',
        description: 'Your own user: name, email, usage, sessions, export, and deletion.',
        first: ['getMe', 'updateMe', 'getUsage'],
      },
      {
        name: 'Apps',
        description:
          'Let agents, editors and the command line act for you without an API key, and revoke their access.',
      },
      {
        name: 'Company sign-in',
        description: 'Sign in at the identity provider of your company, and connect an account with it.',
        first: ['startCompanySignIn', 'finishCompanySignIn', 'getCompanyConnection'],
      },
      {
        name: 'Passkeys',
        description: 'Sign in with a fingerprint, a face, a PIN or a security key instead of a password.',
        first: ['startPasskeySignIn', 'finishPasskeySignIn', 'listPasskeys'],
      },
      { name: 'Second factor', description: 'Protect sign-in with one-time codes.' },
    ],
  },
  {
    name: 'Operate',
    sections: [
      {
        name: 'Sandbox',
        description: 'Simulate network faults in the sandbox and advance its clock. Real networks are never affected.',
      },
      { name: 'Feature flags', description: 'Turn features on for users, plans or a percentage of users.' },
      {
        name: 'Secrets',
        description: 'Set up networks, email, storage and the AI provider without changing the environment.',
      },
      {
        name: 'Administration',
        description:
          'Monitor and run the installation. The support role reads and handles tickets, admins change settings, and ' +
          'superadmins also change roles and secrets.',
      },
      { name: 'System', description: 'Health, metrics, and this document.' },
    ],
  },
]

export const sections: readonly Section[] = groups.flatMap((group) => group.sections)

/** The groups as tools that render the document read them (`x-tagGroups`). */
export const sectionGroups = groups.map(({ name, sections }) => ({ name, tags: sections.map((one) => one.name) }))

/** Sorts the paths of the document by the order of use. */
export function sortByUse(paths: OpenApiDocument['paths']): OpenApiDocument['paths'] {
  const ranked = Object.entries(paths).map((entry) => ({ entry, rank: rankOf(Object.values(entry[1])) }))
  return Object.fromEntries(ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry))
}

/** Returns the position of a path: that of its earliest operation. */
function rankOf(operations: readonly DescribedOperation[]): number {
  const ranks = operations.map(({ operationId, tags = [] }) => {
    const section = sections.findIndex(({ name }) => name === tags[0])
    const { first = [] } = sections[section] ?? {}
    const place = first.indexOf(operationId)
    return section * 1_000 + (place === -1 ? first.length : place)
  })
  return Math.min(...ranks)
}
