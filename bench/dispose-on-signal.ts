/** Who stops a bench with the keyboard leaves no database and no process behind. */
export function disposeOnSignal(all: AsyncDisposableStack): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // What still runs fails now, since all that it needs goes.
      process.on('uncaughtException', () => {})
      void all.disposeAsync().finally(() => process.exit(130))
    })
  }
}
