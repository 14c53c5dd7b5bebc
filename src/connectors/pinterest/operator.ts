import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: {
      usual: 'https://api.pinterest.com/v5',
      about: 'URL of the Pinterest API, including the version. After a change, every account must be connected again.',
    },
    auth: {
      usual: 'https://www.pinterest.com',
      about: 'URL of the Pinterest website, for the consent page and links to pins.',
    },
  },
  trial: {
    usual: 'https://api-sandbox.pinterest.com/v5',
    about:
      'URL of the Pinterest API in `trial` mode, for an app that has only Trial access. Accounts get their tokens ' +
      'there, and pins created there are visible only to their author.',
  },
  scopes:
    'Space-separated scopes to request from Pinterest, if you need more than the default. Secret boards need ' +
    '`boards:read_secret boards:write_secret pins:read_secret pins:write_secret` in addition to `boards:read ' +
    'boards:write pins:read pins:write user_accounts:read`.',
  app: {
    clientId: 'App ID of your Pinterest app.',
    clientSecret: 'App secret key of your Pinterest app.',
  },
}
