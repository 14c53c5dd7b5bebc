import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://open.tiktokapis.com', about: 'The API of TikTok.' },
    auth: { usual: 'https://www.tiktok.com', about: 'The site of TikTok: its consent page, and the links to posts.' },
  },
  scopes:
    'Scopes to request from TikTok, separated by spaces, if your app may not request all of them. They must include `user.info.basic`, and `video.publish`, `video.upload` (drafts) or both.',
  app: {
    clientId: 'Client key of your app at TikTok.',
    clientSecret: 'Client secret of your app at TikTok. It also verifies the signatures of calls from TikTok.',
  },
}
