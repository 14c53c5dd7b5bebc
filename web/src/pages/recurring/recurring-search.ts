export interface RecurringSearch {
  /** The rule whose form is open; `new` for one that is being made. */
  readonly rule?: string
  /** The post that a new rule shall repeat. */
  readonly post?: string
}

export const readRecurringSearch = ({ rule, post }: Record<string, unknown>): RecurringSearch => ({
  ...(typeof rule === 'string' ? { rule } : {}),
  ...(typeof post === 'string' ? { post } : {}),
})
