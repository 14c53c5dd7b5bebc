interface QueueSearch {
  /** Only what this account publishes. */
  readonly account?: string
  /** True while drafts are being scheduled. */
  readonly plan?: true
}

export const readQueueSearch = ({ account, plan }: Record<string, unknown>): QueueSearch => ({
  ...(typeof account === 'string' ? { account } : {}),
  ...(plan === true ? { plan } : {}),
})
