/** Disposes of everything when a bench is interrupted, so that no database or process remains. */
export function disposeOnSignal(all: AsyncDisposableStack): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // Running work fails now, because everything it needs is being closed.
      process.on('uncaughtException', () => {})
      void all.disposeAsync().finally(() => process.exit(130))
    })
  }
}
