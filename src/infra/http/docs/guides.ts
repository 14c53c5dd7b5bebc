import { type Network, networks } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'

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

const guide = (slug: string, title: string, about: string, file = `docs/${slug}.md`): Guide => ({
  slug,
  file,
  title,
  about,
})

const networkAbouts: Readonly<Record<Network, string>> = {
  bluesky: 'Connect and publish to Bluesky.',
  mastodon: 'Connect accounts of any server, and publish to them.',
  facebook: 'Register an app; publish to Facebook Pages.',
  linkedin: 'Register an app and publish as members and organizations.',
  pinterest: 'Register an app; publish pins.',
  threads: 'Register an app; publish to Threads.',
  tiktok: 'Register an app; publish videos and images.',
  x: 'Register an app; publish to X.',
  instagram: 'Register an app; publish images, carousels, reels and stories.',
  youtube: 'Register an app; publish videos and Shorts.',
}

export const guideGroups: readonly GuideGroup[] = [
  {
    title: 'Publish',
    guides: [
      guide('tour', 'A tour', 'From an empty installation to a published post.'),
      guide('posting', 'Posting', 'Write, schedule, change and retry posts, and see their outcome.'),
      guide('planning', 'Planning', 'Recurring posts, recycling, fan-out and auto-scheduling.'),
      guide('chats', 'Chats', 'Write, watch and approve posts from a chat.'),
      guide('sharing', 'Sharing', 'Show a post to people without an account.'),
      guide('approvals', 'Approvals', 'Require approval before posts are published.'),
      guide('captions', 'Captions', 'Captions for each platform, written by rules or an AI provider.'),
      guide('media', 'Media', 'Upload images and videos.'),
      guide('connecting', 'Connecting accounts', 'Sign-in, pages, invitations, and accounts that need attention.'),
      guide('analytics', 'Analytics', 'What the metrics of posts and accounts mean, with an example.'),
    ],
  },
  {
    title: 'Networks',
    guides: [
      guide(
        'networks',
        'All networks',
        'What each network accepts, and what operators need to set up.',
        'docs/networks/README.md',
      ),
      ...networks.map((network) =>
        guide(network, limitsForNetwork(network).name, networkAbouts[network], `docs/networks/${network}.md`),
      ),
    ],
  },
  {
    title: 'Build',
    guides: [
      guide('sdk', 'TypeScript client', 'The typed client for Node and browsers.', 'sdk/README.md'),
      guide('python', 'Python client', 'The typed client for Python 3.11 and newer.', 'clients/python/README.md'),
      guide('authorization', 'Apps and agents', 'Let a program act for a user through OAuth, without an API key.'),
      guide('scopes', 'Scopes and roles', 'The scope and the role that each operation requires.'),
      guide('mcp', 'Agents', 'Let an assistant or an editor use Posthorn (MCP).'),
      guide('webhooks', 'Webhooks', 'Receive, verify and retry signed events.'),
      guide('cli', 'The command line', 'Post, follow, import and more from a terminal.'),
      guide('posts-as-code', 'Posts as code', 'Keep posts in files, and apply them from a pull request.'),
      guide('events', 'Events', 'Every event, with an example of its body.'),
      guide('listen', 'Live events', 'Follow events from a terminal or a program.'),
      guide('versioning', 'Versioning', 'What can change in the API, and how changes are announced.'),
    ],
  },
  {
    title: 'Operate',
    guides: [
      guide('operations', 'Operations', 'Data, upgrades, backups, keys, limits and shutdown.'),
      guide('upgrading', 'Upgrade without downtime', 'Run two versions on one database during an upgrade.'),
      guide('backup', 'Backup', 'Back up, restore, and verify that it works.'),
      guide('scale', 'Scale', 'How far one machine scales, and what to add first.'),
      guide('install', 'Installing', 'A checkout, a package, systemd, containers, Kubernetes.'),
      guide('reverse-proxy', 'Reverse proxy', 'Caddy and nginx in front of Posthorn.'),
      guide('settings', 'Settings', 'Every setting, with its default.'),
      guide(
        'security',
        'Security',
        'What Posthorn protects against, and how to report a vulnerability.',
        'SECURITY.md',
      ),
      guide('licences', 'Licences', 'The license of each package that an installation uses.'),
      guide('changelog', 'Changelog', 'What is new, and what to do when you upgrade.', 'CHANGELOG.md'),
      guide('glossary', 'Glossary', 'What each term means.'),
    ],
  },
]

export const guides: readonly Guide[] = guideGroups.flatMap((group) => group.guides)
