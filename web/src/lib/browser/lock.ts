/** Browsers have locks only on HTTPS and loopback, and some refuse them to a site that may not store anything. */
function findLocks(): LockManager | null {
  try {
    return (navigator.locks as LockManager | undefined) ?? null
  } catch {
    return null
  }
}

const isForbidden = (error: unknown): boolean => error instanceof DOMException && error.name === 'SecurityError'

/** Runs work while no other tab runs work with the same name. Without browser locks, each tab runs on its own. */
export async function withLock<Result>(
  name: string,
  work: () => Promise<Result>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Result> {
  const locks = findLocks()
  if (!locks) return await work()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await (locks.request(name, options, begin) as Promise<Result>)
  } catch (error) {
    if (hasBegun || !isForbidden(error)) throw error
    return await work()
  }
}

/** Locks a name for this tab until it is released or the tab is closed. Null if another tab holds it. */
export async function holdName(name: string): Promise<(() => void) | null> {
  const free = () => {}
  const locks = findLocks()
  if (!locks) return free
  return await new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null)
        return new Promise<void>((release) => resolve(release))
      })
      .catch((error: unknown) => (isForbidden(error) ? resolve(free) : reject(error)))
  })
}
