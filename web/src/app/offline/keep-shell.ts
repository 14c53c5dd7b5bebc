/**
 * Registers the service worker that caches the application's files, once the page has what it needs. The name of the
 * first script changes with each release, so that each release is cached. Browsers allow this only on HTTPS and
 * loopback.
 */
export function keepShell(): void {
  const workers = findWorkers()
  const release = document.querySelector<HTMLScriptElement>('script[type=module]')?.src.split('/').at(-1)
  if (!import.meta.env.PROD || !workers || !release) return
  // A browser may refuse to store anything, as in a private window. The pages work without it.
  const register = async () => void (await workers.register(`/sw.js?${release}`).catch(() => {}))
  if ('requestIdleCallback' in window) requestIdleCallback(() => void register(), { timeout: 5_000 })
  else setTimeout(() => void register(), 2_000)
}

/** Returns null where a browser throws on access to its workers because the site may not store anything. */
function findWorkers(): ServiceWorkerContainer | null {
  try {
    return (navigator.serviceWorker as ServiceWorkerContainer | undefined) ?? null
  } catch {
    return null
  }
}
