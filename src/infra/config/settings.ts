import { isIP } from 'node:net'
import { z } from 'zod'
import { appNetworkRows } from './app-networks.ts'
import { isLoopback } from './loopback.ts'

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

const origin = z
  .string()
  .refine((value) => isOrigin(value), 'must be an origin such as https://posts.example.com, without a path')

function isOrigin(value: string): boolean {
  try {
    const url = new URL(value)
    return (url.protocol === 'http:' || url.protocol === 'https:') && `${url.origin}` === value.replace(/\/$/, '')
  } catch {
    return false
  }
}

const origins = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim().replace(/\/$/, ''))
      .filter((one) => one !== ''),
  )
  .pipe(z.array(origin))

const proxies = z
  .string()
  .refine(
    (value) => value.split(',').every((one) => isProxy(one.trim())),
    'must be loopback, linklocal, uniquelocal, or addresses and ranges such as 10.0.0.0/8, separated by commas',
  )

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be an address such as postgres://user:password@host:5432/name')
const keyHex = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes as 64 hexadecimal digits; `openssl rand -hex 32` makes one')

const issuer = z
  .string()
  .refine(
    (value) => isIssuer(value),
    'must be the address of the identity provider, exactly as its tokens have it in `iss`: https://…, or http:// on a loopback address',
  )

function isIssuer(value: string): boolean {
  const url = URL.parse(value)
  if (url?.username !== '' || url.password !== '' || /[?#\s]/.test(value)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(value))
}

const networkUrl = z
  .string()
  .refine((value) => isNetworkUrl(value), 'must be an address such as https://bsky.social, without query and fragment')
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))

function isNetworkUrl(value: string): boolean {
  const url = URL.parse(value)
  if (url?.username !== '' || url.password !== '' || /[?#\s]/.test(value)) return false
  return url.protocol === 'https:' || url.protocol === 'http:'
}

const networkUrls = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .pipe(z.array(networkUrl))

const credential = z.string().regex(/^[\x21-\x7e]{3,500}$/, 'must be one word of letters, digits and signs')

const versionWord = z.string().regex(/^[\w.-]{1,20}$/, 'must be the word of a version, such as 202609')

const scopeWords = z
  .string()
  .regex(/^[\w.:/-]{1,100}(?:[ ,]+[\w.:/-]{1,100}){0,50}$/, 'must be the words of scopes with spaces between')

const redirects = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .pipe(z.array(z.string().refine(isRedirect, 'must be whole addresses such as https://app.example.com/connected')))

function isRedirect(value: string): boolean {
  const url = URL.parse(value)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '' && !/[\s\\*]/.test(value)
  )
}

/**
 * Every setting with its meaning and its default. `docs/settings.md` and `.env.example` are printed from this table,
 * and `load.ts` reads the environment by it.
 */
export const settings = {
  HOST: {
    is: z.string().min(1),
    fallback: '127.0.0.1',
    about: 'Address to listen on. Any but a loopback address opens the service to others, as PUBLIC_URL does.',
  },
  PORT: { is: wholeNumber(0, 65_535), fallback: '4000', about: 'Port of the HTTP API. 0 takes any free one.' },
  PUBLIC_URL: {
    is: origin.optional(),
    fallback: null,
    about:
      'Where people and networks reach this service. Default: `http://` with HOST and PORT. Identity tokens name it as their issuer. An address that is not on a loopback host means that others reach the service, by a reverse proxy or a tunnel: SIGN_UP then defaults to `invite`, the first account needs the setup code, and the sandbox is off.',
  },
  TRUST_PROXY: {
    is: proxies.optional(),
    fallback: null,
    about:
      "Whose `X-Forwarded-For` to believe: `loopback`, or addresses and ranges separated by commas. Unset: nobody's.",
  },
  DATA_DIR: {
    is: z.string().min(1),
    fallback: './data',
    about: 'Folder for the database, media, keys and the outbox.',
  },
  DATABASE_URL: {
    is: postgresUrl.optional(),
    fallback: null,
    about: 'A PostgreSQL 15 or newer. Unset: an embedded one in DATA_DIR, for one machine.',
  },
  DATABASE_DIRECT_URL: {
    is: postgresUrl.optional(),
    fallback: null,
    about: 'The same database without the pooler, where one stands before it: migrations and the job queue use it.',
  },
  SECRET_KEY: {
    is: keyHex.optional(),
    fallback: null,
    about:
      'Seals what is stored in secret. Made at the first start in DATA_DIR; required with DATABASE_URL. Losing it means that sealed secrets cannot be read again.',
  },
  SECRET_KEY_PREVIOUS: {
    is: z
      .string()
      .transform((value) => value.split(',').map((one) => one.trim()))
      .pipe(z.array(keyHex))
      .optional(),
    fallback: null,
    about: 'Former values of SECRET_KEY, separated by commas, that old records may still be sealed with.',
  },
  SIGN_UP: {
    is: z.enum(['open', 'invite', 'closed']).optional(),
    fallback: null,
    about:
      'Who may make an account. Default: `open` where HOST and PUBLIC_URL are loopback addresses, else `invite`. The first account can always be made; where others reach the service, it needs the setup code that start prints.',
  },
  OIDC_ISSUER: {
    is: issuer.optional(),
    fallback: null,
    about:
      'An OpenID Connect provider (Keycloak, Auth0, Firebase, …) whose tokens are taken instead of our own. Accounts are made at first sight; sign-up, sign-in and passwords are then its business. Unset: the embedded provider.',
  },
  OIDC_AUDIENCE: {
    is: z.string().min(1).optional(),
    fallback: null,
    about:
      'What those tokens have in `aud`: our client id or API identifier at the provider. Required with OIDC_ISSUER.',
  },
  SIGN_IN_ATTEMPTS_PER_MINUTE: {
    is: wholeNumber(1, 100_000),
    fallback: '20',
    about: 'Attempts a minute from one address on each of sign-up, sign-in and their like.',
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
  S3_BUCKET: {
    is: z.string().min(1).optional(),
    fallback: null,
    about:
      'Keeps media in this bucket of an S3-compatible store. Unset: in DATA_DIR/media. The other S3 settings need it.',
  },
  S3_ENDPOINT: {
    is: origin.optional(),
    fallback: null,
    about: 'Where the store is, as this service and uploading clients reach it. Unset: Amazon S3 in S3_REGION.',
  },
  S3_REGION: { is: z.string().min(1), fallback: 'us-east-1', about: 'Region of the bucket.' },
  S3_ACCESS_KEY_ID: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: "Access key of the store. Unset: the machine's own credentials, as the AWS SDK finds them.",
  },
  S3_SECRET_ACCESS_KEY: { is: z.string().min(1).optional(), fallback: null, about: 'Secret of that access key.' },
  S3_FORCE_PATH_STYLE: {
    is: z.enum(['true', 'false']),
    fallback: 'false',
    about: 'true: the bucket is named in the path instead of the host, as most stores other than Amazon need it.',
  },
  SANDBOX: {
    is: z.enum(['auto', 'on', 'off']),
    fallback: 'auto',
    about:
      'The sandbox stands in for networks that have no address of their own in the settings, so that everything can be tried without an account anywhere. `auto`: on with the embedded database, where HOST and PUBLIC_URL are loopback addresses.',
  },
  SANDBOX_PORT: {
    is: wholeNumber(0, 65_535),
    fallback: '4010',
    about: 'Port of the sandbox, on 127.0.0.1. 0 takes any free one, where API and workers are one process.',
  },
  BLUESKY_URL: {
    is: networkUrl.optional(),
    fallback: null,
    about:
      'Where people of Bluesky are looked for who name no server. Default: https://bsky.social. Setting it makes Bluesky live, whatever SANDBOX says.',
  },
  BLUESKY_SERVERS: {
    is: networkUrls,
    fallback: '',
    about:
      'Servers of Bluesky accounts at private addresses, such as http://pds.lan:2583, separated by commas. People may name these and any public server when they connect, and no other private one.',
  },
  BLUESKY_VIDEO_URL: {
    is: z.union([z.literal('off'), networkUrl], 'must be an address such as https://video.bsky.app, or `off`'),
    fallback: 'https://video.bsky.app',
    about:
      "The service of Bluesky that takes videos. `off`: videos go to the account's own server at once, as a server that this service does not know needs it.",
  },
  BLUESKY_DIRECTORY_URL: {
    is: networkUrl,
    fallback: 'https://plc.directory',
    about: 'The directory that says on which server a person of Bluesky is.',
  },
  X_MONTHLY_POSTS: {
    is: wholeNumber(1, 100_000_000).optional(),
    fallback: null,
    about: 'How many posts a month the plan of your app at X includes. Not set: each post is paid for by itself.',
  },
  ALLOWED_REDIRECTS: {
    is: redirects,
    fallback: '',
    about:
      'Addresses, separated by commas, to which people may be sent when they have connected an account, besides our own. Each is compared whole: another path or query is another address.',
  },
  MASTODON_URL: {
    is: networkUrl.optional(),
    fallback: null,
    about:
      'A Mastodon server of the operator: it may be at a private address. Others are named when connecting, with or without it. Setting it makes Mastodon live, whatever SANDBOX says.',
  },
  LATE_HOURS: {
    is: wholeNumber(1, 720),
    fallback: '24',
    about:
      'How many hours after its time a post may still go out, where it does not say so itself. One that is later fails, and waits for somebody to press retry.',
  },
  WEBHOOK_POLICY: {
    is: z.enum(['retry', 'once']),
    fallback: 'retry',
    about:
      'How outgoing webhooks are delivered. `retry`: the receiver has 10 seconds, and five more tries follow a failure, after 1 and 5 and 30 minutes, 2 and 12 hours, all with one id. `once`: it has 5 seconds, nothing is tried again, and each delivery has an id of its own.',
  },
  ALLOW_PRIVATE_WEBHOOKS: {
    is: z.enum(['true', 'false']),
    fallback: 'false',
    about:
      'Whether outgoing webhooks may go to http and to private and loopback addresses. Addresses that tell a cloud machine its credentials stay forbidden.',
  },
  SMTP_URL: {
    is: z
      .string()
      .regex(/^smtps?:\/\/\S+$/, 'must be an address such as smtp://user:password@host:587')
      .optional(),
    fallback: null,
    about: 'Mail server. Unset: each mail is a file in DATA_DIR/outbox.',
  },
  MAIL_FROM: { is: z.string().min(3), fallback: 'Posthorn <posthorn@localhost>', about: 'Sender of mails.' },
  LOG_LEVEL: {
    is: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
    about: 'How much is logged.',
  },
} as const satisfies Record<string, Setting>

interface Setting {
  readonly is: z.ZodType
  readonly fallback: string | null
  readonly about: string
}

/** The settings of networks with an app, derived from their table. */
const settingsOfApps: Readonly<Record<string, Setting>> = Object.fromEntries(
  appNetworkRows.flatMap(([, { prefix, name, addresses, version, scopes, clientId, clientSecret, verifyToken }]) => [
    ...Object.entries(addresses).map(([place, [fallback, about]]) => [
      `${prefix}_${place.toUpperCase()}_URL`,
      { is: networkUrl, fallback, about },
    ]),
    ...(version ? [[`${prefix}_VERSION`, { is: versionWord, fallback: version[0], about: version[1] }]] : []),
    ...(scopes ? [[`${prefix}_SCOPES`, optional(`${scopes}.`, scopeWords)]] : []),
    [`${prefix}_CLIENT_ID`, optional(`${clientId}. With the secret it makes ${name} live, whatever SANDBOX says.`)],
    [`${prefix}_CLIENT_SECRET`, optional(`${clientSecret}.`)],
    ...(verifyToken === null ? [] : [[`${prefix}_VERIFY_TOKEN`, optional(`${verifyToken}.`)]]),
  ]),
)

function optional(about: string, is: z.ZodType = credential): Setting {
  return { is: is.optional(), fallback: null, about }
}

export const everySetting: Readonly<Record<string, Setting>> = { ...settings, ...settingsOfApps }

type SettingName = keyof typeof settings
export type Settings = { readonly [Name in SettingName]: z.output<(typeof settings)[Name]['is']> }
