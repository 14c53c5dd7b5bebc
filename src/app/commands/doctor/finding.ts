/** The result of one check of `posthorn doctor`. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  /** True if the check passes but the operator should know something. Only set if `ok` is true. */
  readonly isWarning?: boolean
  readonly detail: string
  /** Instructions, shown with problems and warnings. */
  readonly remedy?: string
}
