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
  mastodon: 'Connect accounts on any server and publish to them.',
  facebook: 'Register an app and publish to Facebook Pages.',
  linkedin: 'Register an app and publish as members and organizations.',
  pinterest: 'Register an app and publish pins.',
  threads: 'Register an app and publish to Threads.',
  tiktok: 'Register an app and publish videos and images.',
  x: 'Register an app and publish to X.',
  instagram: 'Register an app and publish images, carousels, reels and stories.',
  youtube: 'Register an app and publish videos and Shorts.',
}

export const guideGroups: readonly GuideGroup[] = [
  {
    title: 'Publish',
    guides: [
      guide('tour', 'A tour', 'From a new installation to your first published post.'),
      guide('posting', 'Posting', 'Write, schedule, edit, retry and track posts.'),
      guide('planning', 'Planning', 'Recurring posts, recycling, fan-out and auto-scheduling.'),
      guide('saved-texts', 'Saved texts', 'Snippets, hashtags, signatures and templates, with variables.'),
      guide('mentions', 'Mentions', 'One name in the text, and the handle of each network in its place.'),
      guide('chats', 'Chats', 'Write, watch and approve posts from a chat.'),
      guide('sharing', 'Sharing', 'Show a post to people without an account.'),
      guide('guests', 'Guests', 'Clients without an account read, comment and approve.'),
      guide('team-comments', 'Team comments', 'Discuss a post with colleagues, out of sight of clients.'),
      guide('approvals', 'Approvals', 'Require approval before posts are published.'),
      guide('captions', 'Captions', 'Captions for each network, from built-in rules or AI.'),
      guide('media', 'Media', 'Upload images and videos.'),
      guide('connecting', 'Connecting accounts', 'Sign-in, pages, invitations, and accounts that need attention.'),
      guide('inbox', 'Inbox', 'Comments, mentions and quotes as conversations.'),
      guide('analytics', 'Analytics', 'What each metric means, with examples.'),
    ],
  },
  {
    title: 'Networks',
    guides: [
      guide('networks', 'All networks', 'What each network supports and how to set it up.', 'docs/networks/README.md'),
      ...networks.map((network) =>
        guide(network, limitsForNetwork(network).name, networkAbouts[network], `docs/networks/${network}.md`),
      ),
    ],
  },
  {
    title: 'Build',
    guides: [
      guide('api', 'The API', 'The first call, keys, errors, pagination, idempotency, limits and versions.'),
      guide('sdk', 'TypeScript client', 'The typed client for Node and browsers.', 'sdk/README.md'),
      guide('python', 'Python client', 'The typed client for Python 3.11 and newer.', 'clients/python/README.md'),
      guide('go', 'Go client', 'The typed client for Go 1.19 and newer.', 'clients/go/README.md'),
      guide('authorization', 'Apps and agents', 'Let apps act for a user with OAuth, without API keys.'),
      guide('scopes', 'Scopes and roles', 'The scope and the role that each operation requires.'),
      guide('mcp', 'Agents', 'Let an assistant or an editor use Posthorn (MCP).'),
      guide('webhooks', 'Webhooks', 'Receive, verify and retry signed events.'),
      guide('cli', 'The command line', 'Post, follow, import and more from your terminal.'),
      guide('posts-as-code', 'Posts as code', 'Keep posts in files, and apply them from a pull request.'),
      guide('events', 'Events', 'Every event, with an example of its body.'),
      guide('listen', 'Live events', 'Follow events from a terminal or a program.'),
      guide('versioning', 'Versioning', 'What can change in the API, and how changes are announced.'),
    ],
  },
  {
    title: 'Self-host',
    guides: [
      guide('operations', 'Operations', 'Data, upgrades, backups, keys, limits and shutdown.'),
      guide('upgrading', 'Zero-downtime upgrades', 'Run two versions on one database during an upgrade.'),
      guide('company-sign-in', 'Company sign-in', 'Sign in with Okta, Entra, Keycloak or Google.'),
      guide('scim', 'SCIM', 'Accounts and groups from Okta, Entra or another company directory.'),
      guide('backup', 'Backup', 'Back up, restore and test your backups.'),
      guide('scale', 'Scale', 'What one machine can handle, and how to scale.'),
      guide('install', 'Installing', 'A checkout, a package, systemd, containers, Kubernetes.'),
      guide('reverse-proxy', 'Reverse proxy', 'Caddy and nginx in front of Posthorn.'),
      guide('settings', 'Settings', 'Every setting, with its default.'),
      guide('security', 'Security', 'Threat model, and how to report a vulnerability.', 'SECURITY.md'),
      guide('licences', 'Licenses', 'Licenses of all included packages.'),
      guide('changelog', 'Changelog', 'What’s new, and how to upgrade.', 'CHANGELOG.md'),
      guide('glossary', 'Glossary', 'Terms used in Posthorn.'),
    ],
  },
]

export const guides: readonly Guide[] = guideGroups.flatMap((group) => group.guides)
