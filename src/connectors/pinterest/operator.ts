import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: {
      usual: 'https://api.pinterest.com/v5',
      about: 'The API of Pinterest, with its version. After a change, every account must be connected again.',
    },
    auth: {
      usual: 'https://www.pinterest.com',
      about: 'The site of Pinterest: its consent page, and the links to pins.',
    },
  },
  trial: {
    usual: 'https://api-sandbox.pinterest.com/v5',
    about:
      'The API of Pinterest in the mode `trial`, for an app that has only Trial access: sign-ins get tokens there, and pins that are made there are shown to their author alone.',
  },
  scopes:
    'Scopes to request from Pinterest, separated by spaces, if you need more than the usual ones: secret boards need `boards:read_secret boards:write_secret pins:read_secret pins:write_secret` in addition to `boards:read boards:write pins:read pins:write user_accounts:read`.',
  app: {
    clientId: 'App ID of your app at Pinterest.',
    clientSecret: 'App secret key of your app at Pinterest.',
  },
}
