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
