/** The result of one check of `posthorn doctor`. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  /** True when the check passes but the operator should know something. Only set where `ok` is true. */
  readonly isWarning?: boolean
  readonly detail: string
  /** Instructions, shown with faults and warnings. */
  readonly remedy?: string
}
