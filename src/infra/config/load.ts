import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Config } from './config.ts'
import { listContradictions } from './contradictions.ts'
import { derive, type Values } from './derive.ts'
import type { Environment } from './environment.ts'
import { SettingsFault } from './settings-fault.ts'
import { readFormerNames } from './table/former-names.ts'
import { networkSettings, type Operators } from './table/network-settings.ts'
import type { Setting } from './table/setting.ts'
import { settings } from './table/settings.ts'
import { findStrangeNames } from './table/strange-names.ts'

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
