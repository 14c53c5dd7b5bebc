/**
 * Codes for the reasons why a call is retried later, or why a network or an account is suspended for a while. A code
 * never changes its meaning.
 */
export const waitCodes = {
  access_unavailable: 'Access to the account could not be renewed, or the network does not accept it yet.',
  account_limit: 'The account has reached one of the network’s limits.',
  address_moved: 'The network redirects requests, so its URL has changed.',
  api_off: 'The API is not enabled for the app at the network.',
  app_accounts_full: 'No more accounts may publish through the app today.',
  app_credits_used: 'The app has no credits left at the network.',
  app_limit: 'The app has reached one of the network’s limits.',
  app_not_allowed: 'The network does not allow the app to do this.',
  app_on_trial: 'The app has only trial access at the network.',
  app_plan_used: 'The app’s plan at the network includes no more posts this month.',
  app_refused: 'The network does not accept the app.',
  app_unknown: 'The network does not recognize the app, or rejects its secret.',
  callback_unknown: 'This installation’s callback URL is not registered at the network.',
  drafts_full: 'The account’s inbox has as many drafts as the network allows.',
  file_unready: 'The network is still processing a file.',
  internal_fault: 'An internal error occurred.',
  interrupted: 'The server stopped several times while publishing.',
  network_lost_it: 'The network lost an upload.',
  network_trouble: 'The network has a temporary problem.',
  network_unreachable: 'The network could not be reached, and nothing was sent.',
  node_limit: 'This server’s IP address has reached one of the network’s limits.',
  not_shown_yet: 'The network does not show the new post everywhere yet.',
  pictures_busy: 'Too many images are being converted right now.',
  version_ended: 'The network no longer supports this version of its API.',
} as const

export type WaitCode = keyof typeof waitCodes

/** Default codes for verdicts without one, by what they suspend. */
const usual = {
  call: 'network_trouble',
  account: 'account_limit',
  app: 'app_limit',
  node: 'node_limit',
  operator: 'app_refused',
} as const satisfies Readonly<Record<string, WaitCode>>

interface Stop {
  readonly of: keyof typeof usual
  readonly code?: WaitCode | undefined
}

/** Returns the code for a reason to wait. */
export const waitCodeOf = ({ of, code }: Stop): WaitCode => code ?? usual[of]
