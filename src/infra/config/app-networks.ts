/**
 * The networks that demand an app registered by the operator. The settings of a network follow from its row here:
 * `FACEBOOK_API_URL`, `FACEBOOK_CLIENT_ID` and so on.
 */
export const appNetworks = {
  facebook: {
    prefix: 'FACEBOOK',
    name: 'Facebook',
    group: 'meta',
    addresses: {
      api: ['https://graph.facebook.com/v25.0', 'The Graph API of Facebook, with its version.'],
      auth: [
        'https://www.facebook.com/v25.0',
        'Where people of Facebook are asked for their consent, with the version.',
      ],
      video: ['https://graph-video.facebook.com/v25.0', 'The service of Facebook that takes videos, with its version.'],
      upload: ['https://rupload.facebook.com', 'The service of Facebook that takes the bytes of reels and stories.'],
    },
    clientId: 'App ID of your app at Facebook',
    clientSecret: 'App secret of your app at Facebook. It also verifies what Meta sends here',
    verifyToken: 'A word of your own that you type at Meta as verify token of the webhook',
  },
  linkedin: {
    prefix: 'LINKEDIN',
    name: 'LinkedIn',
    addresses: {
      api: ['https://api.linkedin.com', 'The API of LinkedIn.'],
      auth: ['https://www.linkedin.com', 'Where people of LinkedIn are asked for their consent, and see posts.'],
    },
    version: [
      '202609',
      'The version of its API that LinkedIn is asked for, as YYYYMM. Each is taken for a year at least; after that LinkedIn refuses everything, and a newer one has to be set.',
    ],
    scopes:
      'What people of LinkedIn are asked for, with spaces between, where your app may ask for less than all. `openid profile w_member_social` for an app that has only Sign In and Share',
    clientId: 'Client ID of your app at LinkedIn',
    clientSecret: 'Primary client secret of your app at LinkedIn',
    verifyToken: null,
  },
  x: {
    prefix: 'X',
    name: 'X',
    addresses: {
      api: ['https://api.x.com', 'The API of X.'],
      auth: ['https://x.com', 'Where people of X are asked for their consent.'],
    },
    clientId: 'OAuth 2 client id of your app at X',
    clientSecret: 'OAuth 2 client secret of your app at X',
    verifyToken: null,
  },
  pinterest: {
    prefix: 'PINTEREST',
    name: 'Pinterest',
    addresses: {
      api: [
        'https://api.pinterest.com/v5',
        'The API of Pinterest, with its version. `https://api-sandbox.pinterest.com/v5` for an app that has Trial access only; accounts are connected anew after such a change.',
      ],
      auth: ['https://www.pinterest.com', 'Where people of Pinterest are asked for their consent, and see pins.'],
    },
    scopes:
      'What people of Pinterest are asked for, with spaces between, where that is more than the usual: secret boards want `boards:read_secret boards:write_secret pins:read_secret pins:write_secret` besides `boards:read boards:write pins:read pins:write user_accounts:read`',
    clientId: 'App ID of your app at Pinterest',
    clientSecret: 'App secret key of your app at Pinterest',
    verifyToken: null,
  },
  tiktok: {
    prefix: 'TIKTOK',
    name: 'TikTok',
    addresses: {
      api: ['https://open.tiktokapis.com', 'The API of TikTok.'],
      auth: ['https://www.tiktok.com', 'Where people of TikTok are asked for their consent, and see posts.'],
    },
    scopes:
      'What people of TikTok are asked for, with spaces between, where your app may ask for less than all. `user.info.basic` must be among them, and `video.publish`, `video.upload` (drafts) or both',
    clientId: 'Client key of your app at TikTok',
    clientSecret: 'Client secret of your app at TikTok. It also verifies what TikTok sends here',
    verifyToken: null,
  },
  threads: {
    prefix: 'THREADS',
    name: 'Threads',
    group: 'meta',
    addresses: {
      api: ['https://graph.threads.net', 'The API of Threads, without a version.'],
      auth: ['https://www.threads.net', 'Where people of Threads are asked for their consent.'],
    },
    scopes:
      'What people of Threads are asked for, with spaces between, where your app may ask for less than all. `threads_basic threads_content_publish` must be among them',
    clientId: 'Threads App ID of your app at Meta, which is not its App ID',
    clientSecret: 'Threads App secret of your app at Meta. It also verifies what Meta sends here',
    verifyToken: null,
  },
} as const satisfies Readonly<Record<string, AppNetwork>>

export type AppNetworkId = keyof typeof appNetworks

export interface AppNetwork {
  /** The prefix of the names of its settings. */
  readonly prefix: string
  readonly name: string
  /** The company of the network. A company reports revoked consent for all of its networks. */
  readonly group?: 'meta'
  /** The base URLs: the default and a description of each. */
  readonly addresses: Readonly<
    Partial<Record<'api' | 'auth' | 'video' | 'upload' | 'directory', readonly [usual: string, about: string]>>
  >
  /** The default API version and its description, for networks that require the version in each call. */
  readonly version?: readonly [usual: string, about: string]
  /**
   * A description of the setting with the requested scopes, where they depend on what the network allowed the
   * operator's app.
   */
  readonly scopes?: string
  readonly clientId: string
  readonly clientSecret: string
  /** Null: the network's webhooks need no verify token. */
  readonly verifyToken: string | null
}

export const appNetworkRows = Object.entries(appNetworks) as readonly (readonly [AppNetworkId, AppNetwork])[]
