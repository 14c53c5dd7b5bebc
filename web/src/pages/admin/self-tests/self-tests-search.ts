interface SelfTestsSearch {
  /** The run whose results are open. */
  readonly run?: string
}

export const readSelfTestsSearch = ({ run }: Record<string, unknown>): SelfTestsSearch =>
  typeof run === 'string' && run !== '' ? { run } : {}
