/**
 * The guides that an installation serves under `/docs/guides`, in reading order. Each is a Markdown file of the
 * repository, so a reader on GitHub and a reader of an installation see the same text.
 */
export interface Guide {
  readonly slug: string
  /** The path from the root of the repository. */
  readonly file: string
  readonly title: string
  readonly about: string
}

interface GuideGroup {
  readonly title: string
  readonly guides: readonly Guide[]
}

export const guideGroups: readonly GuideGroup[] = [
  {
    title: 'Publish',
    guides: [
      { slug: 'tour', file: 'docs/tour.md', title: 'A tour', about: 'From an empty installation to a published post.' },
      {
        slug: 'posting',
        file: 'docs/posting.md',
        title: 'Posting',
        about: 'Write, schedule, change, retry, and know what happened.',
      },
      {
        slug: 'planning',
        file: 'docs/planning.md',
        title: 'Planning',
        about: 'Posts that repeat themselves, and posts that plan themselves.',
      },
      {
        slug: 'chats',
        file: 'docs/chats.md',
        title: 'Chats',
        about: 'Write, watch and approve posts from a chat.',
      },
      {
        slug: 'sharing',
        file: 'docs/sharing.md',
        title: 'Sharing',
        about: 'Show a post to people without an account.',
      },
      {
        slug: 'approvals',
        file: 'docs/approvals.md',
        title: 'Approvals',
        about: 'Let nothing go out before others have approved it.',
      },
      {
        slug: 'captions',
        file: 'docs/captions.md',
        title: 'Captions',
        about: 'A caption for each platform, by rules or by an AI provider.',
      },
      { slug: 'media', file: 'docs/media.md', title: 'Media', about: 'Upload pictures and videos.' },
      {
        slug: 'connecting',
        file: 'docs/connecting.md',
        title: 'Connecting accounts',
        about: 'Sign-in, pages, invitations, and accounts that need attention.',
      },
      {
        slug: 'analytics',
        file: 'docs/analytics.md',
        title: 'Analytics',
        about: 'What the numbers of posts and accounts mean, with an example.',
      },
    ],
  },
  {
    title: 'Networks',
    guides: [
      {
        slug: 'networks',
        file: 'docs/networks/README.md',
        title: 'All networks',
        about: 'What each network takes, and what it needs from an operator.',
      },
      { slug: 'bluesky', file: 'docs/networks/bluesky.md', title: 'Bluesky', about: 'Connect and publish to Bluesky.' },
      {
        slug: 'mastodon',
        file: 'docs/networks/mastodon.md',
        title: 'Mastodon',
        about: 'Connect accounts of any server, and publish to them.',
      },
      {
        slug: 'facebook',
        file: 'docs/networks/facebook.md',
        title: 'Facebook',
        about: 'Register an app; publish to Facebook Pages.',
      },
      {
        slug: 'linkedin',
        file: 'docs/networks/linkedin.md',
        title: 'LinkedIn',
        about: 'Register an app; publish as members and organizations.',
      },
      {
        slug: 'pinterest',
        file: 'docs/networks/pinterest.md',
        title: 'Pinterest',
        about: 'Register an app; publish pins.',
      },
      {
        slug: 'threads',
        file: 'docs/networks/threads.md',
        title: 'Threads',
        about: 'Register an app; publish to Threads.',
      },
      {
        slug: 'tiktok',
        file: 'docs/networks/tiktok.md',
        title: 'TikTok',
        about: 'Register an app; publish videos and pictures.',
      },
      { slug: 'x', file: 'docs/networks/x.md', title: 'X', about: 'Register an app; publish to X.' },
      {
        slug: 'instagram',
        file: 'docs/networks/instagram.md',
        title: 'Instagram',
        about: 'Register an app; publish pictures, carousels, reels and stories.',
      },
      {
        slug: 'youtube',
        file: 'docs/networks/youtube.md',
        title: 'YouTube',
        about: 'Register an app; publish videos and Shorts.',
      },
    ],
  },
  {
    title: 'Build',
    guides: [
      {
        slug: 'sdk',
        file: 'sdk/README.md',
        title: 'TypeScript client',
        about: 'The typed client for Node and browsers.',
      },
      {
        slug: 'python',
        file: 'clients/python/README.md',
        title: 'Python client',
        about: 'The typed client for Python 3.11 and newer.',
      },
      {
        slug: 'authorization',
        file: 'docs/authorization.md',
        title: 'Apps and agents',
        about: 'Let a program act for a user by OAuth, without a pasted key.',
      },
      {
        slug: 'mcp',
        file: 'docs/mcp.md',
        title: 'Agents',
        about: 'Let an assistant or an editor use Posthorn (MCP).',
      },
      {
        slug: 'webhooks',
        file: 'docs/webhooks.md',
        title: 'Webhooks',
        about: 'Receive, verify and retry signed events.',
      },
      {
        slug: 'cli',
        file: 'docs/cli.md',
        title: 'The command line',
        about: 'Post, follow, import and more from a terminal.',
      },
      {
        slug: 'posts-as-code',
        file: 'docs/posts-as-code.md',
        title: 'Posts as code',
        about: 'Keep posts in files, and apply them from a pull request.',
      },
      { slug: 'events', file: 'docs/events.md', title: 'Events', about: 'Every event, with an example of its body.' },
      {
        slug: 'listen',
        file: 'docs/listen.md',
        title: 'Live events',
        about: 'Follow events from a terminal or a program.',
      },
      {
        slug: 'versioning',
        file: 'docs/versioning.md',
        title: 'Versioning',
        about: 'What may change in the API, and how you hear of it.',
      },
    ],
  },
  {
    title: 'Operate',
    guides: [
      {
        slug: 'operations',
        file: 'docs/operations.md',
        title: 'Operations',
        about: 'Data, upgrades, backups, keys, limits and shutdown.',
      },
      {
        slug: 'upgrading',
        file: 'docs/upgrading.md',
        title: 'Upgrade without a stop',
        about: 'Two versions on one database, and what happens meanwhile.',
      },
      {
        slug: 'backup',
        file: 'docs/backup.md',
        title: 'Backup',
        about: 'Back up, restore, and try that it works.',
      },
      {
        slug: 'scale',
        file: 'docs/scale.md',
        title: 'Scale',
        about: 'How far one machine goes, and what to add first.',
      },
      {
        slug: 'install',
        file: 'docs/install.md',
        title: 'Installing',
        about: 'A checkout, a package, systemd, containers, Kubernetes.',
      },
      {
        slug: 'reverse-proxy',
        file: 'docs/reverse-proxy.md',
        title: 'Reverse proxy',
        about: 'Caddy and nginx in front of Posthorn.',
      },
      { slug: 'settings', file: 'docs/settings.md', title: 'Settings', about: 'Every setting, with its default.' },
      {
        slug: 'security',
        file: 'SECURITY.md',
        title: 'Security',
        about: 'What Posthorn defends against, and how to report a hole.',
      },
      {
        slug: 'licences',
        file: 'docs/licences.md',
        title: 'Licences',
        about: 'The licence of each package that an installation loads.',
      },
      {
        slug: 'changelog',
        file: 'CHANGELOG.md',
        title: 'Changelog',
        about: 'What is new, and what to do at an upgrade.',
      },
      { slug: 'glossary', file: 'docs/glossary.md', title: 'Glossary', about: 'What each word means.' },
    ],
  },
]

export const guides: readonly Guide[] = guideGroups.flatMap((group) => group.guides)
