/**
 * Lets the browser keep the files of the application, once the page has what it needs. The name of the first script
 * changes with each release, so that each release is kept. Browsers do this on https and on loopback only.
 */
export function keepShell(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const release = document.querySelector<HTMLScriptElement>('script[type=module]')?.src.split('/').at(-1)
  if (!import.meta.env.PROD || !workers || !release) return
  // A browser may refuse to keep anything, as in a private window; the pages work without it.
  const register = () => void workers.register(`/sw.js?${release}`).catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(register, { timeout: 5_000 })
  else setTimeout(register, 2_000)
}
