const abortedMs = 5_000

/** Waits for running work. After the grace period it is aborted; work that hangs even then is left to a takeover. */
export async function endWithin(
  graceMs: number,
  running: readonly Promise<unknown>[],
  abort: () => void | Promise<void>,
): Promise<void> {
  const ended = Promise.allSettled(running)
  if (await isWithin(graceMs, ended)) return
  await abort()
  await isWithin(abortedMs, ended)
}

async function isWithin(ms: number, ended: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  const result = await Promise.race([ended.then(() => true as const), over])
  clearTimeout(timer)
  return result
}
