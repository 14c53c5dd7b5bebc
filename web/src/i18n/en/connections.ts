import { plural } from '../plural.ts'

export const connections = {
  title: 'Connections',
  lead: 'The accounts you publish to.',
  managersLead: 'The accounts of this brand. Its owner and admins connect them.',
  add: 'Add an account',
  connect: 'Connect',
  connectNetwork: (network: string) => `Connect ${network}`,
  inSandbox: 'In the sandbox',
  inTrial: 'In trial: only the author sees posts',
  real: 'The real network',
  /** Said once where all networks are in the same mode. */
  allIn: {
    sandbox: 'All networks are in the sandbox: nothing reaches the real ones.',
    trial: 'All networks are in trial: only the author sees posts.',
    live: '',
  },
  needsApp: 'Set up an app at the network first.',
  howTo: 'See how',
  connected: 'Connected already',
  works: 'Connected',
  checking: 'Checking…',
  checked: (when: string) => `Checked ${when}`,
  renews: 'Renews itself',
  ends: (when: string) => `Access ends ${when}`,
  isDefault: 'Default',
  makeDefault: 'Make it the default',
  check: 'Check now',
  actions: (handle: string) => `Actions for ${handle}`,
  reconnect: 'Reconnect',
  needsReconnect: 'The network no longer accepts this connection.',
  disconnect: 'Disconnect',
  disconnectTitle: (handle: string) => `Disconnect ${handle}?`,
  affected: (count: number) =>
    count === 0
      ? 'No planned post goes to this account.'
      : `${plural('en', count, { one: 'post', other: 'posts' })} that are not out yet go to this account.`,
  whatBecomes: 'What happens to them?',
  outcomes: {
    keep: 'Keep them. They wait until the account is connected again.',
    draft: 'Make drafts of those that go nowhere else.',
    delete: 'Move those that go nowhere else to the trash.',
  },
  choosePage: (network: string) => `Choose a page of ${network}`,
  choosePageLead: 'You manage several pages. Choose one to publish to; you can add others later.',
  fields: {
    identifier: 'Handle or email',
    appPassword: 'App password',
    pdsUrl: 'Server',
    instanceUrl: 'Server',
    accessToken: 'Access token',
  },
  /** Hints for the fields of a direct connect, by the name of the field. */
  hint: (_field: string, said: string) => said,
  sandboxHint: 'In the sandbox: alice.sandbox, bob.sandbox or carla.sandbox, with the password sand-boxx-pass-word.',
  popupBlocked: 'Your browser blocked the window. Allow pop-ups for this page, and try again.',
  rest: {
    title: 'Try the other networks too',
    lead: 'The sandbox has an account on each of them. One click connects them all.',
    connect: 'Connect the other networks the same way',
    progress: (done: number, all: number) => `${done} of ${all} connected`,
    failed: (networks: string) => `Not connected: ${networks}. Connect them one by one.`,
  },
  failures: (code: string) =>
    code === 'access_denied'
      ? 'You did not give access, so nothing was connected.'
      : code === 'account_in_use'
        ? 'Somebody else has connected this account here.'
        : code === 'plan_limit_reached'
          ? 'Your plan allows no further account on this profile.'
          : `The account was not connected (${code}). Try again.`,
}
