import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { networkEntries } from '#rules/network-names.ts'
import type { Config } from './config.ts'
import { derive, type Values } from './derive.ts'
import type { Environment } from './environment.ts'
import { SettingsFault } from './settings-fault.ts'
import { networkSettings, type Operators, settingName } from './table/network-settings.ts'
import type { Setting } from './table/setting.ts'
import { findStrangeNames, readFormerNames } from './table/setting-names.ts'
import { settings } from './table/settings.ts'

/** Reads the environment. The working directory's `.env` supplies what is not set. */
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
 * Reads the settings. `operators` describes those of the networks, and `instead` supplies defaults for settings that
 * are not set.
 */
export function parseConfig(given: Environment, operators: Operators, instead: Environment = {}): Config {
  const { environment, renamed } = readFormerNames(given)
  const table = { ...settings, ...networkSettings(operators) }
  const { values, faults } = parseSettings(table, environment, instead)
  const { misspelt, unknown } = findStrangeNames(Object.keys(table), Object.keys(environment))
  faults.push(...misspelt.map(({ given, meant }) => `${given} is not a setting. Use ${meant}.`))
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

/** Parses the settings by their table. */
function parseSettings(table: Readonly<Record<string, Setting>>, environment: Environment, instead: Environment) {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(table)) {
    const text = environment[name]?.trim()
    // Compose files and shells represent "not set" as an empty value.
    const result = setting.is.safeParse(text || (instead[name] ?? setting.fallback ?? undefined))
    if (result.success) values[name] = result.data
    else faults.push(`${name} ${result.error.issues.map((issue) => issue.message).join('; ')}.`)
  }
  return { values: values as Values, faults }
}

/** Finds settings that lack a required other setting, unless that setting is invalid itself. */
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
    faults.push('AI_MODEL is required with AI_BASE_URL. Set it to a model of that endpoint.')
  if (values.OIDC_AUDIENCE && !values.OIDC_ISSUER && !isSpoilt('OIDC_ISSUER'))
    faults.push('OIDC_AUDIENCE is set, but OIDC_ISSUER is not. Set both, or neither.')
  if (values.OIDC_SIGN_IN && values.OIDC_SIGN_IN !== 'tokens' && !values.OIDC_ISSUER && !isSpoilt('OIDC_ISSUER'))
    faults.push(`OIDC_ISSUER is required with OIDC_SIGN_IN=${values.OIDC_SIGN_IN}. Set it to the provider’s URL.`)
  if (values.OIDC_SCOPES && !values.OIDC_SCOPES.split(/[ ,]+/).includes('openid'))
    faults.push('OIDC_SCOPES must include `openid`. Add it.')
  if (!values.OIDC_ROLE_CLAIM !== !values.OIDC_ROLES?.length && !isSpoilt('OIDC_ROLES'))
    faults.push('OIDC_ROLE_CLAIM and OIDC_ROLES must be set together. Set both, or neither.')
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
