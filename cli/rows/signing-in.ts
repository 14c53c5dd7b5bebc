export const loginRow = {
  usage: ['[options]'],
  about: 'Signs in to an installation and saves the session.',
  details: [
    'Asks for the URL and opens a page where you authorize access. If the installation has no such page, or with --key, it uses an API key. The key is stored in a file that only you can read.',
    'Commands use the last installation that you signed in to. To choose another, use --on NAME or POSTHORN_ON. POSTHORN_URL and POSTHORN_API_KEY override both, for scripts.',
  ],
  flags: {
    '--url URL': 'The URL of the installation.',
    '--on NAME': 'A name for the installation (default: its host).',
    '--key -':
      'Read an API key from standard input. Keys are never passed as arguments, because other users on the machine could read them.',
  },
  examples: [
    'posthorn login --url https://posts.example.com',
    'posthorn login --url https://staging.example.com --on staging',
    'posthorn login --url https://posts.example.com --key - < key.txt',
  ],
} as const

export const logoutRow = {
  usage: ['[options]'],
  about: 'Forgets an installation and its key.',
  details: [
    'Access granted through a consent page is revoked. An API key stays valid until it is revoked in the installation’s settings.',
  ],
  flags: { '--on NAME': 'The installation (default: the current one).' },
  examples: ['posthorn logout', 'posthorn logout --on staging'],
} as const
