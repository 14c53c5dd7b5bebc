import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://open.tiktokapis.com', about: 'URL of the TikTok API.' },
    auth: {
      usual: 'https://www.tiktok.com',
      about: 'URL of the TikTok website, for the consent page and links to posts.',
    },
  },
  scopes:
    'Space-separated scopes to request from TikTok, if your app may not request all of them. They must include ' +
    '`user.info.basic`, and `video.publish`, `video.upload` (drafts) or both.',
  app: {
    clientId: 'Client key of your TikTok app.',
    clientSecret: 'Client secret of your TikTok app. It also verifies the signatures of requests from TikTok.',
  },
}
