import { plural } from '../../plural.ts'

/** The networks as the administration sees them. */
export const networks = {
  modes: { sandbox: 'Sandbox', trial: 'Trial', live: 'Live' },
  rests: 'Backing off after repeated errors.',
  paused: 'Paused',
  accounts: (active: number, reconnect: number) =>
    plural('en', active, { one: 'account', other: 'accounts' }) + (reconnect > 0 ? `, ${reconnect} to reconnect` : ''),
  lastOut: (when: string) => `last post ${when}`,
  lastError: (when: string) => `Last error ${when}:`,
  /** The reason why a setting is needed, by its name. */
  whyMissing: (_setting: string, said: string) => said,
  missing: (count: number) => `${plural('en', count, { one: 'setting', other: 'settings' })} missing to go live`,
}

/** The secrets of the networks' apps. */
export const secrets = {
  title: 'App credentials',
  lead: 'Credentials for your network apps. Values are encrypted and never shown again. Requires two-step verification.',
  /** The purpose of a secret, by its name. */
  about: (_name: string, said: string) => said,
  show: 'Show credentials',
  apply: 'Apply changes',
  store: (name: string) => `Store ${name}`,
  set: 'Set',
  replace: 'Replace',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete ${name}`,
  removeLead:
    'After you apply changes, the environment variable is used instead. Without one, the network app stops working.',
  typeName: (name: string) => `Type ${name} to delete it`,
  value: 'Value',
  codeLead: 'Each code works once, so every step needs a new one.',
  unset: 'Not set',
  sources: { stored: 'Stored here', environment: 'Set by environment variable' },
  waits: 'not applied yet',
}
