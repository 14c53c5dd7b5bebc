/** Codes of the reasons for which an account must be connected again. A code never changes its meaning. */
export const lossCodes = {
  account_blocked: 'The network has suspended, locked or restricted the account.',
  account_gone: 'The account is no longer where it was.',
  consent_revoked: 'The person has revoked the access at the network.',
  data_deleted: 'The network requested the deletion of the account’s data.',
  grant_expired: 'The grant has expired, and the network does not renew it.',
  key_lost: 'The encryption key of the grant was lost.',
  mode_changed: 'An administrator has put the network into another mode.',
  network_off: 'The network is no longer available on this installation.',
  page_left_out: 'The last sign-in did not include the page.',
  permission_missing: 'The sign-in lacks a permission.',
  sandbox_off: 'The sandbox is switched off on this installation.',
  sign_in_refused: 'The network no longer accepts the sign-in.',
} as const

export type LossCode = keyof typeof lossCodes

/** The reason for which an account must be connected again: a code for programs, and a sentence for its owner. */
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
 * Returns the reason that a rejected grant leaves behind. Without a code, a final rejection is a block of the account, and
 * any other one says only that the sign-in is refused.
 */
export const lossOf = ({ code, final, why }: Rejection): Loss => ({
  code: code ?? (final ? 'account_blocked' : 'sign_in_refused'),
  why,
})
