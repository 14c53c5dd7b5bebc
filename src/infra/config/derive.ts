import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { hours, seconds } from '#kernel/clock.ts'
import { slackOf, telegramOf } from './chats.ts'
import { companyOf, tokenIssuerOf } from './company.ts'
import type { AiSettings, Config } from './config.ts'
import { isLoopback } from './loopback.ts'
import { readNetworks, sandboxOf } from './networks.ts'
import { stockOf } from './stock.ts'
import { backupOf, backupStoreOf, s3Of } from './stores.ts'
import type { Operators } from './table/network-settings.ts'
import type { Settings } from './table/settings.ts'

/** The parsed settings. Network settings are known only by name. */
export type Values = Settings & Readonly<Record<string, unknown>>

type Derived = Omit<Config, 'renamedSettings' | 'unknownSettings' | 'given' | 'readWith'>

/** Derives the typed settings from the parsed ones. */
export function derive(values: Values, operators: Operators): Derived {
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
    oidc: tokenIssuerOf(values),
    company: companyOf(values),
    signUp: values.SIGN_UP ?? (isOpenToOthers ? 'invite' : 'open'),
    isOpenToOthers,
    signInAttemptsPerMinute: values.SIGN_IN_ATTEMPTS_PER_MINUTE,
    defaultPlan: values.DEFAULT_PLAN,
    plansFile: values.PLANS_FILE ? resolve(values.PLANS_FILE) : null,
    corsOrigins: values.CORS_ORIGINS,
    allowedRedirects: values.ALLOWED_REDIRECTS,
    ratePerMinute: values.RATE_LIMIT_PER_MINUTE,
    cronSecret: values.CRON_SECRET ?? null,
    scimToken: values.SCIM_TOKEN ?? null,
    s3: s3Of(values),
    backup: backupOf(values),
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
    stock: stockOf(values),
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

export function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`
}
