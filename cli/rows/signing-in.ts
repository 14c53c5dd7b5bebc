export const loginRow = {
  usage: ['[options]'],
  about: 'Signs in to an installation, and remembers it.',
  details: [
    'It asks for the address and opens a page where you allow the access. Where the installation has no such page, or with --key, it takes an API key. The key is kept in a file that only you can read.',
    'The last installation is the one that all commands use. --on NAME and POSTHORN_ON choose another; POSTHORN_URL and POSTHORN_API_KEY stand above both, for scripts.',
  ],
  flags: {
    '--url URL': 'The address of the installation.',
    '--on NAME': 'A name for it; by default its host.',
    '--key -':
      'Read an API key from standard input. A key is never an argument, because others on the machine could read it.',
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
    'Access that a page granted ends. An API key stays valid until it is revoked in the settings of the installation.',
  ],
  flags: { '--on NAME': 'The installation; by default the present one.' },
  examples: ['posthorn logout', 'posthorn logout --on staging'],
} as const
