import type { SlackSettings, TelegramSettings } from './chats.ts'
import type { CompanySettings } from './company.ts'
import type { Environment } from './environment.ts'
import type { Networks } from './networks.ts'
import type { StockSettings } from './stock.ts'
import type { BackupSettings, S3Settings } from './stores.ts'
import type { RenamedSetting } from './table/setting-names.ts'
import type { Settings } from './table/settings.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  /** False if PUBLIC_URL is derived from HOST and PORT. */
  readonly publicUrlGiven: boolean
  readonly trustProxy: string | false
  readonly dataDir: string
  readonly database: { readonly url: string; readonly directUrl: string } | null
  readonly secretKey: Buffer | null
  readonly previousSecretKeys: readonly Buffer[]
  /** The provider whose tokens are accepted. Null for the embedded identity provider. */
  readonly oidc: { readonly issuer: string; readonly audience: string } | null
  /** The provider that browsers are sent to for signing in. Null without company sign-in. */
  readonly company: CompanySettings | null
  readonly signUp: 'open' | 'invite' | 'closed'
  /**
   * True if HOST or PUBLIC_URL is not a loopback address, so that the service is reachable from other machines. The first account then needs the setup code that start prints.
   */
  readonly isOpenToOthers: boolean
  readonly signInAttemptsPerMinute: number
  readonly defaultPlan: string
  readonly plansFile: string | null
  readonly corsOrigins: readonly string[]
  readonly ratePerMinute: number
  readonly cronSecret: string | null
  /** The token of a company's directory. Null if SCIM is off. */
  readonly scimToken: string | null
  /** Null if media is stored in DATA_DIR. */
  readonly s3: S3Settings | null
  /** Null if there are no automatic backups. */
  readonly backup: BackupSettings | null
  /** The store of `s3://` backups. */
  readonly backupStore: Omit<S3Settings, 'bucket'>
  /** URLs other than our own pages to which users may be redirected. Each must match exactly. */
  readonly allowedRedirects: readonly string[]
  /** True if this process serves the web app. */
  readonly web: boolean
  /** Null without a sandbox. */
  readonly sandbox: { readonly port: number; readonly url: string } | null
  readonly networks: Networks
  /** The maximum delay after its scheduled time for a post to be published. */
  readonly lateMs: number
  readonly webhookPolicy: Settings['WEBHOOK_POLICY']
  readonly allowPrivateWebhooks: boolean
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Null if rules write captions. */
  readonly ai: AiSettings | null
  readonly stock: StockSettings
  /** Null if Slack is not set up. */
  readonly slack: SlackSettings | null
  /** Null if Telegram is not set up. */
  readonly telegram: TelegramSettings | null
  readonly logLevel: Settings['LOG_LEVEL']
  /** Settings given under their old names. */
  readonly renamedSettings: readonly RenamedSetting[]
  /** Unknown names that look like settings. */
  readonly unknownSettings: readonly string[]
  /** The settings that the environment contains. */
  readonly given: ReadonlySet<string>
  /** Reloads the settings with these values instead of the environment's. Throws a SettingsFault. */
  readWith(stored: Environment): Config
}

export interface AiSettings {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly model: string
  readonly timeoutMs: number
}
