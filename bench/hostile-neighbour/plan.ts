/** What the bench and the process of the attacker say to each other. */
export interface Target {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly profileId: string
  /** Whose password is guessed. */
  readonly victim: string
}

export interface AttackPlan {
  readonly target: Target
  readonly names: readonly string[]
}

export interface AttackSaid {
  readonly isReady: boolean
  /** How often each status was answered; 0: no answer came. */
  readonly statuses: Readonly<Record<string, number>>
}
