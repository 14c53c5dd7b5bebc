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
        "Bluesky's video upload service. Set it to `off` to upload videos to the account's own server, for servers that this service does not support.",
      mayBeOff: true,
    },
    web: {
      usual: 'https://bsky.app',
      about: 'The website where posts are shown. Links to published posts point there.',
    },
    directory: {
      usual: 'https://plc.directory',
      about: 'The directory for looking up which server hosts a Bluesky account.',
    },
  },
  servers:
    'Servers of Bluesky accounts at private addresses, such as http://pds.lan:2583, separated by commas. Users may name these and any public server when they connect an account, but no other private one.',
}
