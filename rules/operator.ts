/**
 * The settings that an operator has for a network, as data. Each entry becomes a setting whose name begins
 * with the network's name: `FACEBOOK_API_URL`, `X_CLIENT_ID`. The texts describe these settings to operators, as full
 * sentences.
 */
export interface OperatorSettings {
  /** The services of the network: `<NETWORK>_API_URL` and so on. `<NETWORK>_URL` for the API of one without an app. */
  readonly addresses: Readonly<Partial<Record<AddressName, AddressSetting>>>
  /** The app that the operator registers at the network. Omitted if the network does not need one. */
  readonly app?: AppSettings
  /** `<NETWORK>_TRIAL_URL`: the API of the network's own trial environment. `<NETWORK>_MODE` chooses it. */
  readonly trial?: AddressSetting & { readonly usual: string }
  /** `<NETWORK>_SERVERS`: more servers of the network, which may be at private addresses. */
  readonly servers?: string
  /** `<NETWORK>_VERSION`, if each call states the API version. */
  readonly version?: { readonly usual: string; readonly about: string }
  /** `<NETWORK>_SCOPES`, if the scopes to request depend on the operator's app. */
  readonly scopes?: string
  /** `<NETWORK>_MONTHLY_POSTS`, if the operator's plan at the network includes a number of posts. */
  readonly monthlyPosts?: string
  /** `<NETWORK>_DAILY_POSTS`, if the network limits an app's posts per day and raises the limit on request. */
  readonly dailyPosts?: { readonly usual: number; readonly zone: string; readonly about: string }
  /** `<NETWORK>_DAILY_INBOX_UNITS`, if the network limits an app's calls per day: the inbox's share of them. */
  readonly dailyInboxUnits?: { readonly usual: number; readonly zone: string; readonly about: string }
  /** `<NETWORK>_MONTHLY_READS`, if the network charges per post read. */
  readonly monthlyReads?: string
  /** `<NETWORK>_MONTHLY_INBOX_READS`, if the network charges for what the inbox reads, too. */
  readonly monthlyInboxReads?: string
}

export type AddressName =
  | 'api'
  | 'auth'
  | 'video'
  | 'upload'
  | 'directory'
  | 'web'
  | 'token'
  | 'facebook'
  | 'facebook_auth'

/** Base URLs, without a slash at the end. */
export type Addresses = Readonly<Partial<Record<AddressName, string>>>

interface AddressSetting {
  /** Null if the network has no default URL. */
  readonly usual: string | null
  readonly about: string
  /** True if the value `off` turns the service off. */
  readonly mayBeOff?: true
}

interface AppSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Omitted if the network's webhooks do not need a verify token. */
  readonly verifyToken?: string
  /** `<NETWORK>_CONFIG_ID`: the sign-in may use a configuration that the operator created at the network. */
  readonly configId?: string
  /** `<NETWORK>_AUDITED`. Deprecated: version 0.2 is the last to accept it. It has no effect. */
  readonly audited?: string
  /**
   * `<NETWORK>_LOGIN`, if a network has several login methods, each with its own app: their names, the default first.
   */
  readonly login?: { readonly ways: readonly [string, ...string[]]; readonly about: string }
  /** The company of the network. It reports revoked consent for all of its networks at once. */
  readonly company?: 'meta'
}
