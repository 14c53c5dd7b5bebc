/**
 * Runs work while no other tab runs work under the same name. Browsers have such locks on https and on loopback only;
 * elsewhere each tab works for itself.
 */
export function withLock<Result>(
  name: string,
  work: () => Promise<Result>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined
  return locks ? (locks.request(name, options, work) as Promise<Result>) : work()
}
