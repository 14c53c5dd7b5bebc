import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: {
      usual: 'https://bsky.social',
      about:
        'Server where Bluesky accounts are looked up when the user names none. Default: https://bsky.social. Setting it makes Bluesky live, whatever SANDBOX says.',
    },
    video: {
      usual: 'https://video.bsky.app',
      about:
        "The service of Bluesky that receives videos. `off`: videos are uploaded to the account's own server. Use it for servers that this video service does not know.",
      mayBeOff: true,
    },
    web: {
      usual: 'https://bsky.app',
      about: 'The site on which people read posts. Links to published posts lead there.',
    },
    directory: {
      usual: 'https://plc.directory',
      about: 'The directory that says which server hosts a Bluesky account.',
    },
  },
  servers:
    'Servers of Bluesky accounts at private addresses, such as http://pds.lan:2583, separated by commas. Users may name these and any public server when they connect an account, but no other private one.',
}
