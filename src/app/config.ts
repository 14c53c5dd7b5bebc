import type { Config } from '#infra/config/config.ts'
import type { Environment } from '#infra/config/environment.ts'
import { parseConfig } from '#infra/config/load.ts'
import { networkSettings, type Operators } from '#infra/config/table/network-settings.ts'
import type { Setting } from '#infra/config/table/setting.ts'
import { settingGroups } from '#infra/config/table/settings.ts'
import { networkEntries } from '#rules/network-names.ts'
import { connectors } from './connectors.ts'

const operators = Object.fromEntries(
  networkEntries(connectors).map(([network, { operator }]) => [network, operator]),
) as Operators

/** The settings under the headings of their page, with network settings last. */
export const everySettingByGroup: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  ...settingGroups,
  Networks: networkSettings(operators),
}

/** Every setting, including those of the networks. */
export const everySetting: Readonly<Record<string, Setting>> = Object.assign({}, ...Object.values(everySettingByGroup))

/** Reads the settings. `instead` supplies defaults for settings that are not set. */
export const loadConfig = (given: Environment, instead: Environment = {}): Config =>
  parseConfig(given, operators, instead)
