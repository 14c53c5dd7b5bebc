import { z } from 'zod'
import { modes } from '#rules/modes.ts'
import { type Network, networkEntries } from '#rules/network-names.ts'
import type { AddressName, OperatorSettings } from '#rules/operator.ts'
import { commaList, credential, networkUrl, type Setting, scopeWords, versionWord, wholeNumber } from './setting.ts'

/** The operator's settings for each network. The application collects them from the connectors. */
export type Operators = Readonly<Record<Network, OperatorSettings>>

/** Returns the settings of all networks, by name. */
export const networkSettings = (operators: Operators): Readonly<Record<string, Setting>> =>
  Object.fromEntries(networkEntries(operators).flatMap(([network, operator]) => settingsFor(network, operator)))

/** Returns the name of a network's setting: `X_CLIENT_ID`. */
export const settingName = (network: Network, name: string): string => `${network.toUpperCase()}_${name}`

/** Returns the name of a URL setting: `X_API_URL`, or `MASTODON_URL` for the API of a network without an app. */
export const addressSettingName = (network: Network, { app }: OperatorSettings, place: AddressName): string =>
  settingName(network, app === undefined && place === 'api' ? 'URL' : `${place.toUpperCase()}_URL`)

function settingsFor(network: Network, operator: OperatorSettings): (readonly [string, Setting])[] {
  const { addresses, app, trial, servers, version, scopes, monthlyPosts, monthlyReads } = operator
  const { dailyPosts, dailyInboxUnits, monthlyInboxReads } = operator
  const rows: (readonly [string, Setting])[] = []
  const add = (name: string, setting: Setting) => rows.push([settingName(network, name), setting])
  for (const [place, { usual, about, mayBeOff }] of Object.entries(addresses)) {
    const name = addressSettingName(network, operator, place as AddressName)
    // A network without an app becomes live when its API URL is set, so that setting has no default.
    if (name === settingName(network, 'URL')) rows.push([name, optional(about, networkUrl)])
    else rows.push([name, { is: mayBeOff ? urlOrOff : networkUrl, fallback: usual, about }])
  }
  if (trial) {
    add('TRIAL_URL', { is: networkUrl, fallback: trial.usual, about: trial.about })
    add('MODE', optional(modeAbout, z.enum(modes, `must be one of ${modes.join(', ')}`)))
  }
  if (servers) add('SERVERS', { is: commaList.pipe(z.array(networkUrl)), fallback: '', about: servers })
  if (version) add('VERSION', { is: versionWord, fallback: version.usual, about: version.about })
  if (scopes) add('SCOPES', optional(scopes, scopeWords))
  if (monthlyPosts) add('MONTHLY_POSTS', optional(monthlyPosts, wholeNumber(1, 100_000_000)))
  if (dailyPosts)
    add('DAILY_POSTS', { is: wholeNumber(1, 100_000_000), fallback: String(dailyPosts.usual), about: dailyPosts.about })
  if (dailyInboxUnits) {
    const { usual, about } = dailyInboxUnits
    add('DAILY_INBOX_UNITS', { is: wholeNumber(1, 100_000_000), fallback: String(usual), about })
  }
  if (monthlyReads) add('MONTHLY_READS', optional(monthlyReads, wholeNumber(1, 100_000_000)))
  if (monthlyInboxReads) add('MONTHLY_INBOX_READS', optional(monthlyInboxReads, wholeNumber(1, 100_000_000)))
  if (!app) return rows
  if (app.login) add('LOGIN', { is: oneOf(app.login.ways), fallback: app.login.ways[0], about: app.login.about })
  const addStorable = (name: string, about: string) => add(name, { ...optional(about), isStorable: true })
  addStorable(
    'CLIENT_ID',
    `${app.clientId} Together with the client secret, it enables live mode regardless of SANDBOX.`,
  )
  addStorable('CLIENT_SECRET', app.clientSecret)
  if (app.verifyToken) addStorable('VERIFY_TOKEN', app.verifyToken)
  if (app.configId) addStorable('CONFIG_ID', app.configId)
  if (app.audited)
    add('AUDITED', { is: z.enum(['yes', 'no'], 'must be yes or no'), fallback: 'no', about: app.audited })
  return rows
}

const modeAbout =
  'Where accounts are connected and publish: `live`, `trial` or `sandbox`. Default: `live` with an app, otherwise ' +
  '`sandbox`. A mode chosen by an administrator takes precedence. Accounts connected in another mode wait until ' +
  'they are reconnected.'

const urlOrOff = z.union(
  [z.literal('off'), networkUrl],
  'must be a URL such as https://video.example.com without a query or fragment, or `off`',
)

const oneOf = (names: readonly [string, ...string[]]) => z.enum(names, `must be one of ${names.join(', ')}`)

function optional(about: string, is: z.ZodType = credential): Setting {
  return { is: is.optional(), fallback: null, about }
}
