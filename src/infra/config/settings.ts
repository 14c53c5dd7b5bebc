import { z } from 'zod'
import {
  credential,
  cronSchedule,
  issuer,
  keyHex,
  networkUrl,
  origin,
  origins,
  postgresUrl,
  proxies,
  redirects,
  type Setting,
  wholeNumber,
} from './setting.ts'

/**
 * The settings that do not belong to one network, with their meaning and default. Together with the networks' settings
 * (`network-settings.ts`) they are printed to `docs/settings.md` and `.env.example`, and read by `load.ts`.
 */
export const settings = {
  HOST: {
    is: z.string().min(1),
    fallback: '127.0.0.1',
    about: 'Address to listen on. Any address but a loopback one opens the service to others, as PUBLIC_URL does.',
  },
  PORT: { is: wholeNumber(0, 65_535), fallback: '4000', about: 'Port of the HTTP API. 0: any free port.' },
  PUBLIC_URL: {
    is: origin.optional(),
    fallback: null,
    about:
      'URL at which users and networks reach this service. Default: `http://` with HOST and PORT. It is the issuer of identity tokens. An address that is not on a loopback host means that others reach the service, through a reverse proxy or a tunnel: SIGN_UP then defaults to `invite`, the first account needs the setup code, and the sandbox is off.',
  },
  TRUST_PROXY: {
    is: proxies.optional(),
    fallback: null,
    about:
      'Proxies whose `X-Forwarded-For` header is trusted: `loopback`, or addresses and ranges separated by commas. Unset: the header is ignored.',
  },
  DATA_DIR: {
    is: z.string().min(1),
    fallback: './data',
    about: 'Folder for the database, media, keys and the outbox.',
  },
  DATABASE_URL: {
    is: postgresUrl.optional(),
    fallback: null,
    about: 'URL of a PostgreSQL 15 or newer. Unset: an embedded one in DATA_DIR, for one machine.',
  },
  DATABASE_DIRECT_URL: {
    is: postgresUrl.optional(),
    fallback: null,
    about:
      'URL of the same database without the connection pooler, if DATABASE_URL goes through one. Migrations and the job queue use it.',
  },
  SECRET_KEY: {
    is: keyHex.optional(),
    fallback: null,
    about:
      'Key that encrypts stored secrets. The first start creates it in DATA_DIR; with DATABASE_URL it must be set. If it is lost, sealed secrets cannot be read again.',
  },
  SECRET_KEY_PREVIOUS: {
    is: z
      .string()
      .transform((value) => value.split(',').map((one) => one.trim()))
      .pipe(z.array(keyHex))
      .optional(),
    fallback: null,
    about: 'Former values of SECRET_KEY, separated by commas, with which old records may still be sealed.',
  },
  SIGN_UP: {
    is: z.enum(['open', 'invite', 'closed']).optional(),
    fallback: null,
    about:
      'Who may create an account: everybody, people with an invite, or nobody. Default: `open` if HOST and PUBLIC_URL are loopback addresses, otherwise `invite`. The first account can always be created; if others can reach the service, it needs the setup code that start prints.',
  },
  OIDC_ISSUER: {
    is: issuer.optional(),
    fallback: null,
    about:
      'An OpenID Connect provider (Keycloak, Auth0, Firebase, …) whose tokens are accepted instead of our own. The first token of a person creates the account; the provider then handles sign-up, sign-in and passwords. Unset: the embedded provider.',
  },
  OIDC_AUDIENCE: {
    is: z.string().min(1).optional(),
    fallback: null,
    about:
      'The `aud` claim that those tokens must have: our client ID or API identifier at the provider. Required with OIDC_ISSUER.',
  },
  SIGN_IN_ATTEMPTS_PER_MINUTE: {
    is: wholeNumber(1, 100_000),
    fallback: '20',
    about: 'Attempts a minute from one address, for each of sign-up, sign-in and similar requests.',
  },
  DEFAULT_PLAN: { is: z.string().min(1), fallback: 'max', about: 'Plan of new accounts.' },
  PLANS_FILE: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: 'A JSON file that replaces the built-in table of plans.',
  },
  CORS_ORIGINS: {
    is: origins,
    fallback: '',
    about: 'Origins of web pages that may call the API from a browser, separated by commas.',
  },
  RATE_LIMIT_PER_MINUTE: {
    is: wholeNumber(0, 1_000_000),
    fallback: '600',
    about: 'Requests a minute for each API key, person, or (without a credential) address. 0: no limit.',
  },
  CRON_SECRET: {
    is: z
      .string()
      .regex(/^[\x21-\x7e]{16,500}$/, 'must be 16 to 500 ASCII characters without spaces')
      .optional(),
    fallback: null,
    about:
      'Secret that a scheduler outside sends as `x-cron-secret` to the few operations that take it. Unset: none is accepted. The built-in crons need none.',
  },
  S3_BUCKET: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: 'Bucket for media in an S3-compatible store. Unset: DATA_DIR/media. The other S3 settings require it.',
  },
  S3_ENDPOINT: {
    is: origin.optional(),
    fallback: null,
    about: 'URL of the store, as this service and uploading clients reach it. Unset: Amazon S3 in S3_REGION.',
  },
  S3_REGION: { is: z.string().min(1), fallback: 'us-east-1', about: 'Region of the bucket.' },
  S3_ACCESS_KEY_ID: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: "Access key of the store. Unset: the machine's own credentials, as the AWS SDK finds them.",
    isStorable: true,
  },
  S3_SECRET_ACCESS_KEY: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: 'Secret of that access key.',
    isStorable: true,
  },
  S3_FORCE_PATH_STYLE: {
    is: z.enum(['true', 'false']),
    fallback: 'false',
    about: '`true`: requests name the bucket in the path instead of the host. Most stores other than Amazon need it.',
  },
  BACKUP_TO: {
    is: z.string().min(1).optional(),
    fallback: null,
    about:
      'Place of the backups that are made by themselves: a folder that every worker sees, or `s3://BUCKET/PREFIX`. Unset: none are made. Give each installation a place of its own.',
  },
  BACKUP_SCHEDULE: {
    is: cronSchedule,
    fallback: '23 1 * * *',
    about: 'When a backup is made, as a cron expression in UTC. An alert says when the newest is older than that.',
  },
  BACKUP_KEEP: {
    is: wholeNumber(1, 1_000),
    fallback: '14',
    about: 'Complete backups to keep in BACKUP_TO. Older ones are removed after each new one.',
  },
  BACKUP_S3_ENDPOINT: {
    is: origin.optional(),
    fallback: null,
    about:
      'URL of the store of `s3://` backups. Unset, with BACKUP_S3_ACCESS_KEY_ID unset too: all of it as the S3 settings of media say.',
  },
  BACKUP_S3_REGION: { is: z.string().min(1).optional(), fallback: null, about: 'Region of that bucket.' },
  BACKUP_S3_ACCESS_KEY_ID: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: 'Access key of that store. A key of its own keeps backups safe from whoever gets that of the media.',
  },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: 'Secret of that access key.',
  },
  WEB: {
    is: z.enum(['on', 'off']),
    fallback: 'on',
    about:
      'Whether this process serves the web face. `off`: the API and its documents only, and mails link to no pages.',
  },
  SANDBOX: {
    is: z.enum(['auto', 'on', 'off']),
    fallback: 'auto',
    about:
      'Whether the sandbox stands in for the networks that you have not set up, so that you can try everything without an account anywhere. `auto`: on if the database is embedded and HOST and PUBLIC_URL are loopback addresses.',
  },
  SANDBOX_PORT: {
    is: wholeNumber(0, 65_535),
    fallback: '4010',
    about: 'Port of the sandbox on 127.0.0.1. 0: any free port; this needs the API and the workers in one process.',
  },
  ALLOWED_REDIRECTS: {
    is: redirects,
    fallback: '',
    about:
      'Addresses, separated by commas, to which users may be redirected after they connect an account, in addition to our own page. Addresses are compared exactly, including path and query.',
  },
  LATE_HOURS: {
    is: wholeNumber(1, 720),
    fallback: '24',
    about:
      'How many hours after its time a post may still be published, unless the post sets its own limit. A later post fails, and is not published until a user retries it.',
  },
  WEBHOOK_POLICY: {
    is: z.enum(['retry', 'once']),
    fallback: 'retry',
    about:
      'How outgoing webhooks are delivered. `retry`: the receiver has 10 seconds to answer, and five retries follow a failure, after 1, 5 and 30 minutes, 2 and 12 hours, all with the same id. `once`: the receiver has 5 seconds, nothing is retried, and each delivery has its own id.',
  },
  ALLOW_PRIVATE_WEBHOOKS: {
    is: z.enum(['true', 'false']),
    fallback: 'false',
    about:
      'Whether outgoing webhooks may use http, and private and loopback addresses. Addresses that give a cloud machine its credentials are always refused.',
  },
  SMTP_URL: {
    is: z
      .string()
      .regex(/^smtps?:\/\/\S+$/, 'must be an address such as smtp://user:password@host:587')
      .optional(),
    fallback: null,
    about: 'Mail server. Unset: each mail is written to a file in DATA_DIR/outbox.',
    isStorable: true,
  },
  MAIL_FROM: { is: z.string().min(3), fallback: 'Posthorn <posthorn@localhost>', about: 'Sender of mails.' },
  AI_BASE_URL: {
    is: networkUrl.optional(),
    fallback: null,
    about:
      'Base URL of an endpoint that speaks the chat completions of OpenAI, for captions. Unset: rules write captions, and no text leaves this installation.',
  },
  AI_API_KEY: {
    is: credential.optional(),
    fallback: null,
    about: 'Key for AI_BASE_URL, if it needs one.',
    isStorable: true,
  },
  AI_MODEL: {
    is: z.string().min(1).max(200).optional(),
    fallback: null,
    about: 'Name of the model at AI_BASE_URL. Required with it.',
  },
  AI_TIMEOUT_SECONDS: {
    is: wholeNumber(1, 120),
    fallback: '15',
    about: 'How long a caption may take at AI_BASE_URL. Rules write it after that.',
  },
  SLACK_CLIENT_ID: {
    is: credential.optional(),
    fallback: null,
    about:
      'Client ID of your Slack app. With the client secret and the signing secret it makes Slack live, whatever SANDBOX says.',
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
    about: 'Signing secret of that app. Slack signs with it what it sends.',
    isStorable: true,
  },
  SLACK_URL: {
    is: networkUrl.optional(),
    fallback: null,
    about: 'URL of Slack. Unset: https://slack.com.',
  },
  TELEGRAM_BOT_TOKEN: {
    is: credential.regex(/^\d{5,15}:[\w-]{30,64}$/, 'must be a token as BotFather writes it: 123456789:AA…').optional(),
    fallback: null,
    about: 'Token of your Telegram bot, from @BotFather. It makes Telegram live, whatever SANDBOX says.',
    isStorable: true,
  },
  TELEGRAM_URL: {
    is: networkUrl.optional(),
    fallback: null,
    about: 'URL of the Bot API, if you run a server of your own for it. Unset: https://api.telegram.org.',
  },
  LOG_LEVEL: {
    is: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
    about: 'Least severity of the messages that are logged.',
  },
} as const satisfies Record<string, Setting>

type SettingName = keyof typeof settings
export type Settings = { readonly [Name in SettingName]: z.output<(typeof settings)[Name]['is']> }
