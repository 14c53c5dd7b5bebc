/** Codes for the reasons why an account must be connected again. A code never changes its meaning. */
export const lossCodes = {
  account_blocked: 'The network has suspended, locked or restricted the account.',
  account_gone: 'The account is no longer at its previous location.',
  consent_revoked: 'Access was revoked at the network.',
  data_deleted: 'The network requested the deletion of the account’s data.',
  grant_expired: 'Access has expired, and the network does not renew it.',
  key_lost: 'The encryption key for the access token was lost.',
  mode_changed: 'An administrator has switched the network to another mode.',
  network_off: 'The network is no longer available on this installation.',
  page_left_out: 'The last sign-in did not include the page.',
  permission_missing: 'A required permission is missing.',
  sandbox_off: 'The sandbox is switched off on this installation.',
  sign_in_refused: 'The network no longer allows access to the account.',
} as const

export type LossCode = keyof typeof lossCodes

/** The reason why an account must be connected again: a code for programs and a sentence for its owner. */
export interface Loss {
  readonly code: LossCode
  readonly why: string
}

interface Rejection {
  readonly code?: LossCode
  readonly final?: true
  readonly why: string
}

/**
 * Returns the reason to record for a rejected grant. Without a code, a final rejection means that the account is
 * blocked, and any other means only that the network refuses access.
 */
export const lossOf = ({ code, final, why }: Rejection): Loss => ({
  code: code ?? (final ? 'account_blocked' : 'sign_in_refused'),
  why,
})
