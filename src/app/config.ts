import type { Environment } from '#infra/config/environment.ts'
import { type Config, parseConfig } from '#infra/config/load.ts'
import { networkSettings, type Operators } from '#infra/config/network-settings.ts'
import type { Setting } from '#infra/config/setting.ts'
import { settings } from '#infra/config/settings.ts'
import { networkEntries } from '#rules/network-names.ts'
import { connectors } from './connectors.ts'

const operators = Object.fromEntries(
  networkEntries(connectors).map(([network, { operator }]) => [network, operator]),
) as Operators

/** Every setting, those of the networks included. */
export const everySetting: Readonly<Record<string, Setting>> = { ...settings, ...networkSettings(operators) }

/** Reads the settings. `instead` supplies defaults for settings that are not set. */
export const loadConfig = (given: Environment, instead: Environment = {}): Config =>
  parseConfig(given, operators, instead)
