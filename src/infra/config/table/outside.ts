import { z } from 'zod'
import { gifRatings } from '../gif-ratings.ts'
import { credential, networkUrl, type Setting, wholeNumber } from './setting.ts'

/** External services other than the networks: a mail server, an AI model for captions, stock photos and GIFs, and chats. */
export const outsideSettings = {
  SMTP_URL: {
    is: z
      .string()
      .regex(/^smtps?:\/\/\S+$/, 'must be a URL such as smtp://user:password@host:587')
      .optional(),
    fallback: null,
    about:
      'URL of the mail server. `smtp://USER:PASSWORD@HOST:587` uses STARTTLS if the server supports it; ' +
      '`smtps://HOST:465` uses TLS from the start. The certificate must be trusted; for a private authority, set ' +
      'NODE_EXTRA_CA_CERTS. `posthorn doctor` tests the login. If unset, each email is written to a file in ' +
      'DATA_DIR/outbox.',
    isStorable: true,
  },
  MAIL_FROM: { is: z.string().min(3), fallback: 'Posthorn <posthorn@localhost>', about: 'Sender of emails.' },
  AI_BASE_URL: {
    is: networkUrl.optional(),
    fallback: null,
    about:
      'Base URL of an endpoint compatible with the OpenAI chat completions API, for captions. If unset, captions ' +
      'are written by rules and no text leaves this installation.',
  },
  AI_API_KEY: {
    is: credential.optional(),
    fallback: null,
    about: 'API key for AI_BASE_URL, if it needs one.',
    isStorable: true,
  },
  AI_MODEL: {
    is: z.string().min(1).max(200).optional(),
    fallback: null,
    about: 'Name of the model at AI_BASE_URL. Required with AI_BASE_URL.',
  },
  AI_TIMEOUT_SECONDS: {
    is: wholeNumber(1, 120),
    fallback: '15',
    about: 'Timeout for a caption from AI_BASE_URL. After that, the rules write it.',
  },
  UNSPLASH_ACCESS_KEY: {
    is: credential.optional(),
    fallback: null,
    about:
      'Access key of your Unsplash app, from https://unsplash.com/oauth/applications. It enables the search for ' +
      'photos of Unsplash. If unset, nothing is sent to Unsplash.',
    isStorable: true,
  },
  UNSPLASH_URL: {
    is: networkUrl.optional(),
    fallback: null,
    about: 'URL of the Unsplash API. Default: https://api.unsplash.com.',
  },
  PEXELS_API_KEY: {
    is: credential.optional(),
    fallback: null,
    about:
      'API key of your Pexels account, from https://www.pexels.com/api/. It enables the search for photos of Pexels. ' +
      'If unset, nothing is sent to Pexels.',
    isStorable: true,
  },
  PEXELS_URL: {
    is: networkUrl.optional(),
    fallback: null,
    about: 'URL of the Pexels API. Default: https://api.pexels.com.',
  },
  GIPHY_API_KEY: {
    is: credential.optional(),
    fallback: null,
    about:
      'API key of your GIPHY app, from https://developers.giphy.com/dashboard/. It enables the search for GIFs. ' +
      'GIPHY requires calls from each user’s own device and forbids copies unless it has approved them, so ask it ' +
      'before you set a key. If unset, nothing is sent to GIPHY.',
    isStorable: true,
  },
  GIPHY_URL: {
    is: networkUrl.optional(),
    fallback: null,
    about: 'URL of the GIPHY API. Default: https://api.giphy.com.',
  },
  GIPHY_RATING: {
    is: z.enum(gifRatings),
    fallback: 'g',
    about: 'Highest rating of GIFs in a search: `g` (for everyone), `pg`, `pg-13` or `r`.',
  },
  STOCK_APP_NAME: {
    is: z.string().regex(/^[\w-]{1,60}$/, 'must be 1 to 60 letters, digits, hyphens and underscores'),
    fallback: 'posthorn',
    about: 'Name of your app at Unsplash. Links to Unsplash contain it as `utm_source`, which its guidelines require.',
  },
  SLACK_CLIENT_ID: {
    is: credential.optional(),
    fallback: null,
    about:
      'Client ID of your Slack app. Together with the client secret and signing secret, it enables Slack regardless of SANDBOX.',
    isStorable: true,
  },
  SLACK_CLIENT_SECRET: {
    is: credential.optional(),
    fallback: null,
    about: 'Client secret of that app.',
    isStorable: true,
  },
  SLACK_SIGNING_SECRET: {
    is: credential.optional(),
    fallback: null,
    about: 'Signing secret of that app. Slack uses it to sign its requests.',
    isStorable: true,
  },
  SLACK_URL: {
    is: networkUrl.optional(),
    fallback: null,
    about: 'URL of Slack. Default: https://slack.com.',
  },
  TELEGRAM_BOT_TOKEN: {
    is: credential.regex(/^\d{5,15}:[\w-]{30,64}$/, 'must be a token as shown by BotFather: 123456789:AA…').optional(),
    fallback: null,
    about: 'Token of your Telegram bot, from @BotFather. It enables Telegram regardless of SANDBOX.',
    isStorable: true,
  },
  TELEGRAM_URL: {
    is: networkUrl.optional(),
    fallback: null,
    about: 'URL of the Bot API, if you run your own server. Default: https://api.telegram.org.',
  },
} as const satisfies Record<string, Setting>
