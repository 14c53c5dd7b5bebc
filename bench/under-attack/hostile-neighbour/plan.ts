/** The target of the attack. The types of this file are the messages between the bench and the attacker's process. */
export interface Target {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly profileId: string
  /** The user whose password is guessed. */
  readonly victim: string
}

export interface AttackPlan {
  readonly target: Target
  readonly names: readonly string[]
}

export interface AttackSaid {
  readonly isReady: boolean
  /** The number of responses with each status; 0: no response. */
  readonly statuses: Readonly<Record<string, number>>
}
