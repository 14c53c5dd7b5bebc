import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { hours, seconds } from '#kernel/clock.ts'
import { networkEntries } from '#rules/network-names.ts'
import type { Environment } from './environment.ts'
import { type RenamedSetting, readFormerNames } from './former-names.ts'
import { isLoopback } from './loopback.ts'
import { networkSettings, type Operators, settingName } from './network-settings.ts'
import { type Networks, readNetworks, sandboxOf } from './networks.ts'
import type { Setting } from './setting.ts'
import { type Settings, settings } from './settings.ts'
import { type SlackSettings, slackOf } from './slack.ts'
import { findStrangeNames } from './strange-names.ts'
import { type TelegramSettings, telegramOf } from './telegram.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  /** False when PUBLIC_URL is derived from HOST and PORT. */
  readonly publicUrlGiven: boolean
  readonly trustProxy: string | false
  readonly dataDir: string
  readonly database: { readonly url: string; readonly directUrl: string } | null
  readonly secretKey: Buffer | null
  readonly previousSecretKeys: readonly Buffer[]
  /** Null: the embedded identity provider. */
  readonly oidc: { readonly issuer: string; readonly audience: string } | null
  readonly signUp: 'open' | 'invite' | 'closed'
  /**
   * True when HOST or PUBLIC_URL is no loopback address, so that others than the users of this machine can reach the
   * service. The first account then needs the setup code that start prints.
   */
  readonly isOpenToOthers: boolean
  readonly signInAttemptsPerMinute: number
  readonly defaultPlan: string
  readonly plansFile: string | null
  readonly corsOrigins: readonly string[]
  readonly ratePerMinute: number
  readonly cronSecret: string | null
  /** Null: media are files in DATA_DIR. */
  readonly s3: S3Settings | null
  /** Null: no backups are made by themselves. */
  readonly backup: BackupSettings | null
  /** The store of `s3://` backups. */
  readonly backupStore: Omit<S3Settings, 'bucket'>
  /** URLs other than our own pages to which users may be redirected. Each is compared as a whole. */
  readonly allowedRedirects: readonly string[]
  /** True when this process serves the web face. */
  readonly web: boolean
  /** Null: there is no sandbox. */
  readonly sandbox: { readonly port: number; readonly url: string } | null
  readonly networks: Networks
  /** The longest delay after its time with which a post may still be published. */
  readonly lateMs: number
  readonly webhookPolicy: Settings['WEBHOOK_POLICY']
  readonly allowPrivateWebhooks: boolean
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Null: rules write captions. */
  readonly ai: AiSettings | null
  /** Null: Slack is not set up. */
  readonly slack: SlackSettings | null
  /** Null: Telegram is not set up. */
  readonly telegram: TelegramSettings | null
  readonly logLevel: Settings['LOG_LEVEL']
  /** Settings that were given under their former names. */
  readonly renamedSettings: readonly RenamedSetting[]
  /** Names that begin like settings and are none. */
  readonly unknownSettings: readonly string[]
  /** The settings that the environment names. */
  readonly given: ReadonlySet<string>
  /** Reads the settings again, with these values in place of the environment's. Throws a SettingsFault. */
  readWith(stored: Environment): Config
}

export interface AiSettings {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly model: string
  readonly timeoutMs: number
}

export interface S3Settings {
  readonly bucket: string
  /** Null: Amazon S3. */
  readonly endpoint: string | null
  readonly region: string
  /** Null: the AWS SDK finds the machine's own credentials. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  readonly forcePathStyle: boolean
}

export interface BackupSettings {
  /** A folder, or `s3://BUCKET/PREFIX`. */
  readonly place: string
  readonly schedule: string
  readonly keep: number
}

/** Thrown with every fault of the settings at once, each with its fix. */
export class SettingsFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(
      `The settings have ${faults.length === 1 ? 'an error' : `${faults.length} errors`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}

/** The environment, with `.env` of the working folder filling in what is not set. */
export function readEnvironment(environment: Environment, envFile: string): Environment {
  let text: string
  try {
    text = readFileSync(envFile, 'utf8')
  } catch {
    return environment
  }
  const given = Object.entries(environment).filter(([, value]) => value !== undefined)
  return { ...parseEnv(text), ...Object.fromEntries(given) }
}

/**
 * Reads the settings, those of the networks as `operators` describes them. `instead` supplies defaults for settings that
 * are not set.
 */
export function parseConfig(given: Environment, operators: Operators, instead: Environment = {}): Config {
  const { environment, renamed } = readFormerNames(given)
  const table = { ...settings, ...networkSettings(operators) }
  const { values, faults } = parseSettings(table, environment, instead)
  const { misspelt, unknown } = findStrangeNames(Object.keys(table), Object.keys(environment))
  faults.push(...misspelt.map(({ given, meant }) => `${given} is not a setting. Write ${meant}.`))
  faults.push(...listContradictions(values, operators, faults))
  if (faults.length > 0) throw new SettingsFault(faults)
  return {
    ...derive(values, operators),
    renamedSettings: renamed,
    unknownSettings: unknown,
    given: new Set(Object.keys(environment).filter((name) => environment[name]?.trim())),
    readWith: (stored) => parseConfig({ ...environment, ...stored }, operators, instead),
  }
}

/** The parsed settings: those of networks are known by name only. */
type Values = Settings & Readonly<Record<string, unknown>>

/** Finds settings that are missing beside another one, except where that one has a fault of its own. */
function listContradictions(values: Values, operators: Operators, known: readonly string[]): string[] {
  const faults: string[] = []
  const isSpoilt = (name: string) => known.some((fault) => fault.startsWith(`${name} `))
  if (values.DATABASE_URL && !values.SECRET_KEY && !isSpoilt('SECRET_KEY')) {
    faults.push(
      'SECRET_KEY is required with DATABASE_URL, because every process needs the same key. Create one with `openssl rand -hex 32`.',
    )
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    faults.push('DATABASE_DIRECT_URL is set, but DATABASE_URL is not. Set both, or only DATABASE_URL.')
  if (values.OIDC_ISSUER && !values.OIDC_AUDIENCE && !isSpoilt('OIDC_AUDIENCE'))
    faults.push('OIDC_AUDIENCE is required with OIDC_ISSUER, so that tokens for other services are refused.')
  if (values.AI_BASE_URL && !values.AI_MODEL && !isSpoilt('AI_MODEL'))
    faults.push('AI_MODEL is required with AI_BASE_URL. Name a model of that endpoint.')
  if (values.OIDC_AUDIENCE && !values.OIDC_ISSUER && !isSpoilt('OIDC_ISSUER'))
    faults.push('OIDC_AUDIENCE is set, but OIDC_ISSUER is not. Set both, or neither.')
  if (!values.S3_BUCKET && (values.S3_ENDPOINT || values.S3_ACCESS_KEY_ID || values.S3_SECRET_ACCESS_KEY))
    faults.push('S3_BUCKET is required with the other S3 settings: it names the bucket for media.')
  if (!values.S3_ACCESS_KEY_ID !== !values.S3_SECRET_ACCESS_KEY)
    faults.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together. Set both, or neither.')
  if (!values.BACKUP_S3_ACCESS_KEY_ID !== !values.BACKUP_S3_SECRET_ACCESS_KEY)
    faults.push('BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must be set together. Set both, or neither.')
  const slack = [values.SLACK_CLIENT_ID, values.SLACK_CLIENT_SECRET, values.SLACK_SIGNING_SECRET]
  if (slack.some(Boolean) && !slack.every(Boolean))
    faults.push(
      'SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_SIGNING_SECRET must be set together. Set all three, or none.',
    )
  for (const [network] of networkEntries(operators)) {
    const [id, secret] = [settingName(network, 'CLIENT_ID'), settingName(network, 'CLIENT_SECRET')]
    if (Boolean(values[id]) !== Boolean(values[secret]) && !isSpoilt(id) && !isSpoilt(secret))
      faults.push(`${id} and ${secret} must be set together. Set both, or neither.`)
  }
  return faults
}

/** Parses the settings by their table. */
function parseSettings(table: Readonly<Record<string, Setting>>, environment: Environment, instead: Environment) {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(table)) {
    const text = environment[name]?.trim()
    // Compose files and shells leave an empty value behind for "not set".
    const result = setting.is.safeParse(text || (instead[name] ?? setting.fallback ?? undefined))
    if (result.success) values[name] = result.data
    else faults.push(`${name} ${result.error.issues.map((issue) => issue.message).join('; ')}.`)
  }
  return { values: values as Values, faults }
}

type Derived = Omit<Config, 'renamedSettings' | 'unknownSettings' | 'given' | 'readWith'>

function derive(values: Values, operators: Operators): Derived {
  const isOpenToOthers = [values.HOST, values.PUBLIC_URL].some((place) => place !== undefined && !isLoopback(place))
  const sandbox = sandboxOf(values, isOpenToOthers)
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, '') ?? addressOf(values.HOST, values.PORT),
    publicUrlGiven: values.PUBLIC_URL !== undefined,
    trustProxy: values.TRUST_PROXY ?? false,
    dataDir: resolve(values.DATA_DIR),
    database: values.DATABASE_URL
      ? { url: values.DATABASE_URL, directUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL }
      : null,
    secretKey: values.SECRET_KEY ? Buffer.from(values.SECRET_KEY, 'hex') : null,
    previousSecretKeys: (values.SECRET_KEY_PREVIOUS ?? []).map((key) => Buffer.from(key, 'hex')),
    oidc:
      values.OIDC_ISSUER && values.OIDC_AUDIENCE
        ? { issuer: values.OIDC_ISSUER, audience: values.OIDC_AUDIENCE }
        : null,
    signUp: values.SIGN_UP ?? (isOpenToOthers ? 'invite' : 'open'),
    isOpenToOthers,
    signInAttemptsPerMinute: values.SIGN_IN_ATTEMPTS_PER_MINUTE,
    defaultPlan: values.DEFAULT_PLAN,
    plansFile: values.PLANS_FILE ? resolve(values.PLANS_FILE) : null,
    corsOrigins: values.CORS_ORIGINS,
    allowedRedirects: values.ALLOWED_REDIRECTS,
    ratePerMinute: values.RATE_LIMIT_PER_MINUTE,
    cronSecret: values.CRON_SECRET ?? null,
    s3: s3Of(values),
    backup: values.BACKUP_TO
      ? { place: values.BACKUP_TO, schedule: values.BACKUP_SCHEDULE, keep: values.BACKUP_KEEP }
      : null,
    backupStore: backupStoreOf(values),
    web: values.WEB === 'on',
    sandbox,
    networks: readNetworks(operators, values, sandbox),
    lateMs: hours(values.LATE_HOURS),
    webhookPolicy: values.WEBHOOK_POLICY,
    allowPrivateWebhooks: values.ALLOW_PRIVATE_WEBHOOKS === 'true',
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    ai: aiOf(values),
    slack: slackOf(values, sandbox),
    telegram: telegramOf(values, sandbox),
    logLevel: values.LOG_LEVEL,
  }
}

function aiOf({
  AI_BASE_URL: url,
  AI_MODEL: model,
  AI_API_KEY: apiKey,
  AI_TIMEOUT_SECONDS: s,
}: Settings): AiSettings | null {
  if (!url || !model) return null
  return { baseUrl: url, apiKey: apiKey ?? null, model, timeoutMs: seconds(s) }
}

function s3Of(values: Settings): S3Settings | null {
  const { S3_BUCKET: bucket } = values
  return bucket ? { bucket, ...mediaStoreOf(values) } : null
}

function mediaStoreOf(values: Settings): Omit<S3Settings, 'bucket'> {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  return {
    endpoint: values.S3_ENDPOINT ?? null,
    region: values.S3_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    forcePathStyle: values.S3_FORCE_PATH_STYLE === 'true',
  }
}

/** Returns the store of backups: a store of its own with its own key, or that of the media. */
function backupStoreOf(values: Settings): Omit<S3Settings, 'bucket'> {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = values
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  const media = mediaStoreOf(values)
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  if (!endpoint && !credentials) return { ...media, region: region ?? media.region }
  return { ...media, endpoint: endpoint ?? null, region: region ?? media.region, credentials }
}

export function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`
}
