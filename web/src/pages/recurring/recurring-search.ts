export interface RecurringSearch {
  /** The rule whose form is open, or `new` for a new one. */
  readonly rule?: string
  /** The post that a new rule repeats. */
  readonly post?: string
}

export const readRecurringSearch = ({ rule, post }: Record<string, unknown>): RecurringSearch => ({
  ...(typeof rule === 'string' ? { rule } : {}),
  ...(typeof post === 'string' ? { post } : {}),
})
