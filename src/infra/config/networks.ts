import type { Settings } from './settings.ts'

/**
 * Where each network is. One that has no address of its own in the settings is the sandbox's, where there is one; what
 * was connected live beside it stays live all the same, so both sets of addresses are there.
 */
export interface NetworkSettings {
  /** What the network is here, for whoever does not say otherwise. */
  readonly mode: 'sandbox' | 'live'
  readonly live: NetworkAddresses
  /** Null: this network is not to be had in the sandbox. */
  readonly sandbox: NetworkAddresses | null
}

/** Without a slash at the end. */
export type NetworkAddresses = Readonly<Partial<Record<'api' | 'video' | 'directory', string>>>
export type Networks = Readonly<Record<'net-a' | 'mastodon', NetworkSettings>>
export type Sandbox = { readonly port: number; readonly url: string }

export function sandboxOf({ SANDBOX, SANDBOX_PORT: port, DATABASE_URL }: Settings, loopback: boolean): Sandbox | null {
  const isOn = SANDBOX === 'on' || (SANDBOX === 'auto' && loopback && !DATABASE_URL)
  return isOn ? { port, url: `http://127.0.0.1:${port}` } : null
}

export function networksOf(values: Settings, sandbox: Sandbox | null): Networks {
  const netA = {
    api: values.NET_A_URL ?? 'https://bsky.social',
    video: values.NET_A_VIDEO_URL,
    directory: values.NET_A_DIRECTORY_URL,
  }
  return {
    'net-a': settingsOf('net-a', netA, values.NET_A_URL === undefined ? sandbox : null),
    mastodon: settingsOf(
      'mastodon',
      values.MASTODON_URL ? { api: values.MASTODON_URL } : {},
      values.MASTODON_URL === undefined ? sandbox : null,
    ),
  }
}

function settingsOf(name: string, live: NetworkAddresses, sandbox: Sandbox | null): NetworkSettings {
  if (!sandbox) return { mode: 'live', live, sandbox: null }
  return { mode: 'sandbox', live, sandbox: inSandbox(name, sandbox.url) }
}

function inSandbox(name: string, url: string): NetworkAddresses {
  const all = `${url}/${name}`
  return { api: all, video: all, directory: all }
}

/** The same settings for a sandbox that got another port. */
export function movedTo(url: string, networks: Networks): Networks {
  const moved = (name: keyof Networks): NetworkSettings => ({
    ...networks[name],
    sandbox: networks[name].sandbox && inSandbox(name, url),
  })
  return { 'net-a': moved('net-a'), mastodon: moved('mastodon') }
}

/** What the operator configured, wherever it is. */
export const originsOf = (networks: Networks): readonly string[] =>
  Object.values(networks).flatMap(({ live, sandbox }) =>
    [...Object.values(live), ...Object.values(sandbox ?? {})].map((url) => new URL(url).origin),
  )
