/**
 * Lets the browser keep the files of the application, once the page has what it needs. The name of the first script
 * changes with each release, so that each release is kept. Browsers do this on https and on loopback only.
 */
export function keepShell(): void {
  const workers = findWorkers()
  const release = document.querySelector<HTMLScriptElement>('script[type=module]')?.src.split('/').at(-1)
  if (!import.meta.env.PROD || !workers || !release) return
  // A browser may refuse to keep anything, as in a private window; the pages work without it.
  const register = async () => void (await workers.register(`/sw.js?${release}`).catch(() => {}))
  if ('requestIdleCallback' in window) requestIdleCallback(() => void register(), { timeout: 5_000 })
  else setTimeout(() => void register(), 2_000)
}

/** Some browsers throw at the first mention of their workers when a site may keep nothing. */
function findWorkers(): ServiceWorkerContainer | null {
  try {
    return (navigator.serviceWorker as ServiceWorkerContainer | undefined) ?? null
  } catch {
    return null
  }
}
