import { plural } from '../../plural.ts'

/** The networks as the administration sees them. */
export const networks = {
  modes: { sandbox: 'Sandbox', trial: 'Trial', live: 'Real' },
  rests: 'Posthorn leaves the network alone for a while, because it had many errors.',
  paused: 'Paused',
  accounts: (active: number, reconnect: number) =>
    plural('en', active, { one: 'account', other: 'accounts' }) + (reconnect > 0 ? `, ${reconnect} to reconnect` : ''),
  lastOut: (when: string) => `last post ${when}`,
  lastError: (when: string) => `Last error ${when}:`,
  /** Why a setting is needed, by its name. */
  whyMissing: (_setting: string, said: string) => said,
  missing: (count: number) => `${plural('en', count, { one: 'setting is', other: 'settings are' })} missing to go live`,
}

/** The secrets of the networks' apps. */
export const secrets = {
  title: 'Secrets',
  lead: 'The keys of your apps at the networks. A value is stored sealed and never shown again. Two-step sign-in is needed.',
  /** The purpose of a secret, by its name. */
  about: (_name: string, said: string) => said,
  show: 'Show the list',
  apply: 'Put the new values in force',
  store: (name: string) => `Store ${name}`,
  set: 'Set',
  replace: 'Replace',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete ${name}`,
  removeLead:
    'The environment decides again once the new values are in force. Without one, the app at the network stops working.',
  typeName: (name: string) => `Type ${name} to delete it`,
  value: 'Value',
  codeLead: 'A code is used once, so that each step asks for a new one.',
  unset: 'Not set',
  sources: { stored: 'Stored here', environment: 'Set by the environment' },
  waits: 'not yet in force',
}
