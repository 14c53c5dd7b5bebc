const idleMs = 800
const longestWaitMs = 5_000

/** Schedules the next save: after a pause in typing, or after a maximum time without one. */
export class SaveTimer {
  readonly #save: () => void
  #timer: ReturnType<typeof setTimeout> | null = null
  #firstChangeAt = 0

  constructor(save: () => void) {
    this.#save = save
  }

  /** Schedules the save that follows a change. */
  noteChange(): void {
    if (this.#timer === null) this.#firstChangeAt = Date.now()
    this.plan(Math.max(0, Math.min(idleMs, this.#firstChangeAt + longestWaitMs - Date.now())))
  }

  plan(pauseMs: number): void {
    this.clear()
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#save()
    }, pauseMs)
  }

  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
