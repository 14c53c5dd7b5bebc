import { plural } from '../plural.ts'

export const connections = {
  title: 'Connections',
  managersLead: 'Accounts on this brand. Only owners and admins can connect accounts.',
  add: 'Connect an account',
  addNetwork: 'Add another network',
  draftSaved: 'Your draft is saved',
  continueFirst: 'Connect an account, or keep writing first.',
  continueNow: 'Keep writing, or connect more accounts first.',
  continueDraft: 'Keep writing',
  connectAccount: 'Connect account',
  byLink: 'Connect by link',
  columns: { account: 'Account', followers: 'Followers', status: 'Status', scheduled: 'Scheduled' },
  scheduled: (count: number, isPartial: boolean) =>
    isPartial ? `${count}+ posts` : plural('en', count, { one: 'post', other: 'posts' }),
  connect: 'Connect',
  connectNetwork: (network: string) => `Connect ${network}`,
  notConnected: (network: string) => `Couldn’t connect ${network}`,
  inSandbox: 'In the sandbox',
  inTrial: 'Trial: only the author sees posts',
  real: 'Live',
  /** Shown once if all networks are in the same mode. */
  allIn: {
    sandbox: 'All networks are in the sandbox. Nothing is sent to real networks.',
    trial: 'All networks are in trial mode. Only the author sees posts.',
    live: '',
  },
  needsApp: 'Register an app with this network first.',
  howTo: 'Show me how',
  connected: 'Connected',
  works: 'Connected',
  checking: 'Checking…',
  checked: (when: string) => `Checked ${when}`,
  checkedOk: (name: string) => `${name} is connected`,
  checkedBroken: (name: string) => `${name} needs to be reconnected`,
  notChecked: (name: string) => `Couldn’t check ${name}`,
  notDefault: (name: string) => `Couldn’t make ${name} the default`,
  expires: (when: string) => `Expires ${when}`,
  isDefault: 'Default',
  makeDefault: 'Make default',
  check: 'Check now',
  actions: (handle: string) => `Actions for ${handle}`,
  reconnect: 'Reconnect',
  reconnectAccount: (name: string) => `Reconnect ${name}`,
  reconnectNeeded: 'Reconnect needed',
  broken: (network: string) => `${network} needs to be reconnected`,
  manyBroken: (count: number) => `${count} accounts need to be reconnected`,
  onHold: (count: number) =>
    `${plural('en', count, { one: 'scheduled post is', other: 'scheduled posts are' })} on hold until you reconnect.`,
  needsReconnect: 'We’ve lost access to this account. Reconnect it to keep publishing.',
  disconnect: 'Disconnect',
  disconnectTitle: (handle: string) => `Disconnect ${handle}?`,
  affected: (count: number) =>
    count === 0
      ? 'No scheduled posts use this account.'
      : `${plural('en', count, { one: 'post', other: 'posts' })} scheduled for this account.`,
  whatBecomes: 'What should happen to them?',
  outcomes: {
    keep: 'Keep on hold until the account is reconnected',
    draft: 'Turn into drafts (posts only on this account)',
    delete: 'Move to trash (posts only on this account)',
  },
  choosePage: (network: string) => `Choose a ${network} page`,
  choosePageLead: 'You manage more than one page. Choose one now. You can add others later.',
  fields: {
    identifier: 'Handle or email',
    appPassword: 'App password',
    pdsUrl: 'Server',
    instanceUrl: 'Server',
    accessToken: 'Access token',
  },
  /** Hints for the fields of a direct connect, by the name of the field. */
  hint: (_field: string, said: string) => said,
  sandboxHint: 'Sandbox users: alice.sandbox, bob.sandbox or carla.sandbox. Password: sand-boxx-pass-word',
  popupBlocked: 'Your browser blocked the pop-up. Allow pop-ups for this site and try again.',
  rest: {
    title: 'Connect the other networks',
    lead: 'The sandbox has an account on every network. Connect them all in one click.',
    connect: 'Connect all',
    progress: (done: number, all: number) => `${done} of ${all} connected`,
    failed: (networks: string) => `Couldn’t connect ${networks}. Try one at a time.`,
  },
  failures: (code: string) =>
    code === 'access_denied'
      ? 'You declined access, so nothing was connected.'
      : code === 'account_in_use'
        ? 'Someone else has already connected this account. Choose another one.'
        : code === 'plan_limit_reached'
          ? 'You’ve reached your plan’s account limit for this brand. Upgrade to add more.'
          : `Couldn’t connect the account (${code}). Try again.`,
}
