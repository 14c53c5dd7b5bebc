import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://api.linkedin.com', about: 'The LinkedIn API.' },
    auth: {
      usual: 'https://www.linkedin.com',
      about: 'The site of LinkedIn: its consent page, and the links to posts.',
    },
  },
  version: {
    usual: '202609',
    about:
      'Version of the LinkedIn API that every call names, as YYYYMM. LinkedIn supports a version for at least a year and then rejects every call that names it; set a newer one before that.',
  },
  scopes:
    'Scopes to request from LinkedIn, separated by spaces, if your app may not request all of them. `openid profile w_member_social` for an app that has only Sign In and Share.',
  app: {
    clientId: 'Client ID of your app at LinkedIn.',
    clientSecret: 'Primary client secret of your app at LinkedIn.',
  },
}
