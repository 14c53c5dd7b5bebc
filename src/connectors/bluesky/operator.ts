import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: {
      usual: 'https://bsky.social',
      about:
        'Server for looking up Bluesky accounts when the user names none. Default: https://bsky.social. Setting it ' +
        'makes Bluesky live regardless of SANDBOX.',
    },
    video: {
      usual: 'https://video.bsky.app',
      about:
        "Bluesky's video upload service. Set it to `off` to upload videos to the account's own server, for servers that this service does not support.",
      mayBeOff: true,
    },
    web: {
      usual: 'https://bsky.app',
      about: 'Website that links to published posts point to.',
    },
    directory: {
      usual: 'https://plc.directory',
      about: 'Directory for looking up which server hosts a Bluesky account.',
    },
  },
  servers:
    'Comma-separated URLs of Bluesky account servers at private addresses, such as http://pds.lan:2583. When ' +
    'connecting an account, users may name these servers and any public server, but no other private server.',
}
