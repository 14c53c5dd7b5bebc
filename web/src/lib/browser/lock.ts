/** Browsers have locks on https and on loopback only, and some refuse them to a site that may keep nothing. */
function findLocks(): LockManager | null {
  try {
    return (navigator.locks as LockManager | undefined) ?? null
  } catch {
    return null
  }
}

const isForbidden = (error: unknown): boolean => error instanceof DOMException && error.name === 'SecurityError'

/** Runs work while no other tab runs work under the same name. Where browsers have no locks, each tab works for itself. */
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

/** Holds a name for this tab until it is released, or the tab is gone. Null: another tab holds it. */
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
