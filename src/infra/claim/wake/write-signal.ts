/** Notifies the waker that a request of this process may have written due rows, so it need not poll often. */
interface WriteSignal {
  /** Called after each request that may have written. */
  note(): void
  onNote(listener: () => void): void
}

export function createWriteSignal(): WriteSignal {
  const listeners: (() => void)[] = []
  return {
    note() {
      for (const listener of listeners) listener()
    },
    onNote: (listener) => void listeners.push(listener),
  }
}
