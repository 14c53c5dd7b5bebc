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
  /** `<NETWORK>_VERSION`, where each call names the version of the API. */
  readonly version?: { readonly usual: string; readonly about: string }
  /** `<NETWORK>_SCOPES`, where the scopes to request depend on what the network allowed the operator's app. */
  readonly scopes?: string
  /** `<NETWORK>_MONTHLY_POSTS`, where the operator's plan at the network includes a number of posts. */
  readonly monthlyPosts?: string
  /** `<NETWORK>_DAILY_POSTS`, where an app may publish a number of posts a day that the network raises on request. */
  readonly dailyPosts?: { readonly usual: number; readonly zone: string; readonly about: string }
  /** `<NETWORK>_MONTHLY_READS`, where the network charges for each post that is read. */
  readonly monthlyReads?: string
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
  /** True where the value `off` means that the service is not used. */
  readonly mayBeOff?: true
}

interface AppSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Absent: the network's webhooks need no verify token. */
  readonly verifyToken?: string
  /** `<NETWORK>_CONFIG_ID`: the sign-in may follow a configuration that the operator made at the network. */
  readonly configId?: string
  /** `<NETWORK>_AUDITED`. Deprecated: version 0.2 is the last to accept it. It has no effect. */
  readonly audited?: string
  /**
   * `<NETWORK>_LOGIN`, where a network has several ways to sign in, each with its own app: their names, the usual
   * one first.
   */
  readonly login?: { readonly ways: readonly [string, ...string[]]; readonly about: string }
  /** The company of the network. It reports revoked consent for all of its networks at once. */
  readonly company?: 'meta'
}
