/** What `posthorn doctor` says about one thing that it looked at. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  /** True where it works as it is, and an operator still wants to know. Only where `ok` is true. */
  readonly isWarning?: boolean
  readonly detail: string
  /** What to do, shown with faults and warnings. */
  readonly remedy?: string
}
