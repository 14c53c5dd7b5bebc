interface MailsSearch {
  /** The template that is open. */
  readonly mail?: string
}

export const readMailsSearch = ({ mail }: Record<string, unknown>): MailsSearch =>
  typeof mail === 'string' && mail !== '' ? { mail } : {}
